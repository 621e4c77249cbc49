/// One term of a condition's expression; terms are joined by `&&`.
enum FirebaseTerm: Equatable {
  /// `true` or `false`.
  case constant(Bool)
  /// `app.version.>=(['1.2'])` and `app.userProperty['k'].contains(['a'])`.
  case call(FirebaseSubject, function: String, arguments: [String])
  /// `device.os == 'ios'`, `app.userProperty['k'] >= 2`.
  case comparison(FirebaseSubject, relation: String, FirebaseOperand)
  /// `device.country in ['DE', 'FR']`.
  case membership(FirebaseSubject, [String])
  /// `percent('seed') between 10 and 20`.
  case between(FirebaseSubject, lower: String, upper: String)
}

/// What a term looks at: `app.version`, `app.userProperty['k']`, `percent('seed')`, `version(app.customSignal['k'])`.
struct FirebaseSubject: Equatable {
  /// The dotted name.
  var name: String
  /// What stands in brackets behind it.
  var key: String?
  /// What stands in parentheses behind it.
  var argument: String?
  /// Whether it stands within `version(…)`.
  var isVersion = false
}

/// What a subject is compared with.
enum FirebaseOperand: Equatable {
  case text(String)
  case number(String)
  /// `dateTime('2025-01-01T09:00:00', 'UTC')`, with or without the word and the zone.
  case instant(String, zone: String?)
}
