import SerinFlags
import Store

/// One environment as the server serves it: immutable, so that a request sees one revision from beginning to end.
///
/// The tables share what they do not change with their predecessor: a kill costs one item, whatever the number of
/// flags.
struct ServedRuleset: Sendable {
  private(set) var epoch: Int64
  private(set) var environment: EnvironmentRecord
  private(set) var flags = KeyedTable<ServedFlag>()
  private(set) var tokens: [String: AcceptedToken] = [:]
  /// The end of a single answer: epoch, revision and the closing brace.
  private(set) var tail: [UInt8] = []
  /// When this content was confirmed by the store, in milliseconds since 1970 UTC.
  private(set) var confirmedAt: Int64

  private var keys = KeyedTable<String>()
  private var digests = KeyedTable<Digest128>()
  private var digest = Digest128.zero

  init(_ delta: ItemDelta, confirmedAt: Int64) {
    epoch = delta.epoch
    environment = delta.environment
    self.confirmedAt = confirmedAt
    apply(delta, confirmedAt: confirmedAt)
  }

  /// Takes in everything that changed since the revision this ruleset is at.
  mutating func apply(_ delta: ItemDelta, confirmedAt: Int64) {
    epoch = delta.epoch
    environment = delta.environment
    self.confirmedAt = confirmedAt
    for item in delta.items { apply(item) }
    tail = Array(",\"epoch\":\(epoch),\"revision\":\(environment.revision)}".utf8)
  }

  /// Whether the items in memory add up to what the store says the environment holds.
  var isComplete: Bool { digest == environment.digest }

  private mutating func apply(_ item: ItemRecord) {
    let name = "\(item.kind.rawValue)/\(item.id)"
    digest = digest - (digests[name] ?? .zero) + item.digest
    digests[name] = item.digest
    switch item.kind {
    case .flag:
      if let key = keys[item.id] { flags[key] = nil }
      keys[item.id] = nil
      guard !item.isGone else { return }
      let flag = ServedFlag(item)
      keys[item.id] = flag.compiled.key
      flags[flag.compiled.key] = flag
    case .token:
      tokens[item.id] = item.isGone ? nil : TokenItem.accepted(item, environment: environment)
    case .segment, .list:
      // Written by a newer version; the flags that use them say so themselves.
      break
    }
  }
}
