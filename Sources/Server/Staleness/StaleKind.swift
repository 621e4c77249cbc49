/// In which way a flag is stale: what should be done about it differs.
enum StaleKind: String, Sendable, CaseIterable {
  /// The day is past after which it should be gone.
  case expired
  /// Everybody has been served the same for long, and apps still ask: the code beside it can go, and then the flag.
  case removeCode
  /// Nobody has asked for it for long: it can be archived.
  case unused
}
