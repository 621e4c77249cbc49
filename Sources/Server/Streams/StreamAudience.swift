import HTTP
import SerinFlags

/// Whose streams are told of a change: those of keys that see every flag, and those of limited keys that it concerns.
///
/// It is found out once for a change, so that the event loops only look keys up.
struct StreamAudience: Sendable, Hashable {
  /// The keys that do not see every flag.
  private var limited: Set<String> = []
  /// Those of them that are told; nil for all.
  private var concerned: Set<String>? = []
  private var includesUnlimited = true

  /// Nobody of whom anything is known: what unions begin with.
  init() {}

  /// So many comparisons of flags with patterns are made for a change at most; with more, everybody is told.
  private static let maximumComparisons = 100_000

  /// Everybody whose key sees every flag of a ruleset, and nobody else.
  init(unlimitedOf ruleset: ServedRuleset) {
    limited = Set(ruleset.tokens.lazy.filter { $0.value.principal.flags != nil }.map(\.key))
  }

  /// Who is concerned by a change.
  ///
  /// What a change reaches is found only where a limited key has a stream open, since that goes through all flags. Who opens
  /// one later begins with what is there then.
  init(of change: RulesetChange, in ruleset: ServedRuleset, streams: EventStreams) {
    self.init(unlimitedOf: ruleset)
    let listening = limited.filter { streams.count(of: EventTag($0)) > 0 }
    guard !listening.isEmpty else { return }
    let filters = listening.compactMap { id in ruleset.tokens[id]?.principal.flags.map { (id: id, filter: $0) } }
    guard let flags = change.affectedFlags,
      filters.reduce(0, { $0 + $1.filter.patternCount }) * flags.count <= Self.maximumComparisons
    else {
      concerned = nil
      return
    }
    concerned = Set(filters.filter { _, filter in flags.contains { filter.lets($0.string) } }.map(\.id))
  }

  /// The same without the keys that see every flag.
  var limitedOnly: StreamAudience {
    var audience = self
    audience.includesUnlimited = false
    return audience
  }

  /// Adds whoever another change concerns.
  mutating func formUnion(_ other: StreamAudience) {
    limited.formUnion(other.limited)
    concerned = concerned.flatMap { one in other.concerned.map(one.union) }
  }

  /// Whether the streams of a key are told; nil where all are.
  var predicate: (@Sendable (EventTag) -> Bool)? {
    if includesUnlimited, limited.isEmpty || concerned == nil { return nil }
    return { [self] tag in
      guard let id = tag.value as? String, limited.contains(id) else { return includesUnlimited }
      return concerned?.contains(id) ?? true
    }
  }
}
