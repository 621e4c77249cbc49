import SerinFlags
import Store

/// One environment as the server serves it: immutable, so that a request sees one revision from beginning to end.
///
/// The tables share what they do not change with their predecessor: a kill costs one item, whatever the number of
/// flags.
final class ServedRuleset: Sendable {
  /// The parts that are built up before a ruleset is published.
  private struct Tables {
    var flags = KeyedTable<ServedFlag>()
    var tokens: [String: AcceptedToken] = [:]
    /// The key of each flag by its id, which names its item.
    var keys = KeyedTable<String>()
    /// The digest of each item, to know what it contributes to the sum.
    var digests = KeyedTable<Digest128>()
    var digest = Digest128.zero
  }

  let epoch: Int64
  let environment: EnvironmentRecord
  /// When this content was confirmed by the store, in milliseconds since 1970 UTC.
  let confirmedAt: Int64
  /// The end of a single answer: epoch, revision and the closing brace.
  let tail: [UInt8]
  private let tables: Tables

  /// The flags that are not archived, by key.
  var flags: KeyedTable<ServedFlag> { tables.flags }
  /// The keys of clients and servers, by id.
  var tokens: [String: AcceptedToken] { tables.tokens }

  private init(_ tables: Tables, epoch: Int64, environment: EnvironmentRecord, confirmedAt: Int64) {
    self.tables = tables
    self.epoch = epoch
    self.environment = environment
    self.confirmedAt = confirmedAt
    tail = Array(",\"epoch\":\(epoch),\"revision\":\(environment.revision)}".utf8)
  }

  /// Creates a ruleset from everything that an environment holds.
  convenience init(_ delta: ItemDelta, confirmedAt: Int64) {
    self.init(
      Self.tables(Tables(), applying: delta), epoch: delta.epoch, environment: delta.environment,
      confirmedAt: confirmedAt)
  }

  /// The ruleset after everything that changed since the revision this one is at.
  func applying(_ delta: ItemDelta, confirmedAt: Int64) -> ServedRuleset {
    ServedRuleset(
      Self.tables(tables, applying: delta), epoch: delta.epoch, environment: delta.environment,
      confirmedAt: confirmedAt)
  }

  /// The same content, found unchanged in the store.
  func confirmed(at instant: Int64) -> ServedRuleset {
    ServedRuleset(tables, epoch: epoch, environment: environment, confirmedAt: instant)
  }

  /// Whether the items in memory add up to what the store says the environment holds.
  var isComplete: Bool { tables.digest == environment.digest }

  private static func tables(_ base: Tables, applying delta: ItemDelta) -> Tables {
    var tables = base
    for item in delta.items { apply(item, in: delta.environment, to: &tables) }
    return tables
  }

  private static func apply(_ item: ItemRecord, in environment: EnvironmentRecord, to tables: inout Tables) {
    let name = "\(item.kind.rawValue)/\(item.id)"
    tables.digest = tables.digest - (tables.digests[name] ?? .zero) + item.digest
    tables.digests[name] = item.digest
    switch item.kind {
    case .flag:
      if let key = tables.keys[item.id] { tables.flags[key] = nil }
      tables.keys[item.id] = nil
      guard !item.isGone else { return }
      let flag = ServedFlag(item)
      tables.keys[item.id] = flag.compiled.key
      tables.flags[flag.compiled.key] = flag
    case .token:
      tables.tokens[item.id] = item.isGone ? nil : TokenItem.accepted(item, environment: environment)
    case .segment, .list:
      // Written by a newer version; the flags that use them say so themselves.
      break
    }
  }
}
