/// What the server answered for one context, and what is stored of it.
struct ServerAnswer: Sendable {
  /// The epoch of the server's store.
  var epoch: Int64
  /// The ruleset's revision.
  var revision: Int64
  /// Whether some flags could not be decided in time.
  var isPartial: Bool
  /// The flags that were not decided.
  var undecided: Set<String>
  /// The decided flags.
  var flags: [FeatureFlag]
  /// The keys of the flags whose document is broken; they have no answer.
  var malformed: [String]
  /// What the server says each flag is, where this version of the SDK knows the kind; not stored.
  var kinds: [(key: String, kind: FlagKind)] = []

  /// The most bytes an answer may have: twice what a server sends at most.
  static let maximumBytes = 8 * 1024 * 1024
}
