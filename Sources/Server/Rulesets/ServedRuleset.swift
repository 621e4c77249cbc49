import SerinFlags
import Store

/// One environment as the server serves it: immutable, so that a request sees one revision from beginning to end.
///
/// The tables share what they do not change with their predecessor: a kill costs one item, whatever the number of
/// flags.
final class ServedRuleset: Sendable {
  let epoch: Int64
  let environment: EnvironmentRecord
  /// When this content was confirmed by the store, in milliseconds since 1970 UTC.
  let confirmedAt: Int64
  /// Since when this content is served.
  let servedAt: Timestamp
  /// The end of a single answer: epoch, revision and the closing brace.
  let tail: [UInt8]
  private let tables: ServedTables

  /// The flags that are not archived, by key.
  var flags: KeyedTable<ServedFlag> { tables.flags }
  /// The segments by key.
  var segments: KeyedTable<SegmentEntry> { tables.segments }
  /// The flags and segments together, ready to be evaluated.
  var compiled: CompiledRuleset { tables.compiled }
  /// The long lists that segments name, by their digests.
  var lists: [String: IDList] { tables.lists }
  /// Where evaluations are counted.
  var usage: UsageScope { tables.usage }
  /// How many bytes an answer with every flag has on average.
  var answerBytes: Int { tables.answerBytes }
  /// The keys of clients and servers, by id.
  var tokens: [String: AcceptedToken] { tables.tokens }

  /// - Parameter servedAt: Since when the content is served; nil for since it was confirmed.
  private init(
    _ tables: ServedTables, epoch: Int64, environment: EnvironmentRecord, confirmedAt: Int64, servedAt: Timestamp? = nil
  ) {
    self.servedAt = servedAt ?? Timestamp(milliseconds: confirmedAt)
    self.tables = tables
    self.epoch = epoch
    self.environment = environment
    self.confirmedAt = confirmedAt
    tail = Array(",\"epoch\":\(epoch),\"revision\":\(environment.revision)}".utf8)
  }

  /// Creates a ruleset from everything that an environment holds.
  /// - Parameter lists: The long lists that its segments name, by their digests.
  convenience init(_ delta: ItemDelta, lists: [String: IDList] = [:], confirmedAt: Int64) {
    let tables = ServedTables(environment: delta.environment)
    self.init(
      tables.applying(delta, lists: lists), epoch: delta.epoch, environment: delta.environment,
      confirmedAt: confirmedAt)
  }

  /// The ruleset after everything that changed since the revision this one is at.
  /// - Parameter lists: The long lists that are new, by their digests.
  func applying(_ delta: ItemDelta, lists: [String: IDList] = [:], confirmedAt: Int64) -> ServedRuleset {
    ServedRuleset(
      tables.applying(delta, lists: lists), epoch: delta.epoch, environment: delta.environment, confirmedAt: confirmedAt
    )
  }

  /// The same content, found unchanged in the store.
  func confirmed(at instant: Int64) -> ServedRuleset {
    ServedRuleset(tables, epoch: epoch, environment: environment, confirmedAt: instant, servedAt: servedAt)
  }

  /// The same content with what people write about the environment now.
  func described(by record: EnvironmentRecord) -> ServedRuleset {
    var environment = environment
    environment.key = record.key
    environment.name = record.name
    environment.position = record.position
    environment.isProtected = record.isProtected
    environment.approvalsNeeded = record.approvalsNeeded
    environment.keepsContexts = record.keepsContexts
    environment.version = record.version
    return ServedRuleset(
      tables, epoch: epoch, environment: environment, confirmedAt: confirmedAt, servedAt: servedAt)
  }

  /// Whether the items in memory add up to what the store says the environment holds.
  var isComplete: Bool { tables.digest == environment.digest }

  /// What one of this ruleset's flags answers, which is counted.
  func answers(
    of flag: ServedFlag, for context: FlagContext, at now: Timestamp, countedBy counters: UsageCounters
  ) -> RenderedOutcome {
    let outcome = compiled.outcome(of: flag.compiled, for: context, at: now)
    counters.count(flag.firstCell + outcome, in: usage, for: context, at: now)
    return flag.answers(for: outcome)
  }

  /// The key of the flag with an id; nil when none of that id is served.
  func key(ofFlag id: String) -> String? { tables.key(ofFlag: id) }

  /// A flag; nil when there is none of that key, and when whoever asks does not see it.
  func flag(_ key: String, seenBy principal: Principal) -> ServedFlag? {
    guard let flag = flags[key], principal.flags?.lets(key) ?? true else { return nil }
    return flag
  }

  /// Gives what every flag answers that whoever asks sees, in the order of the keys' bytes; each is counted.
  func forEachAnswer(
    for context: FlagContext, seenBy principal: Principal, at now: Timestamp, countedBy counters: UsageCounters,
    _ body: (_ key: String, _ answers: RenderedOutcome) -> Void
  ) {
    var cells: [Int32] = []
    cells.reserveCapacity(flags.count)
    let filter = principal.flags
    // Both tables have the same keys, so that no flag is searched for.
    var served = flags.makeIterator()
    _ = compiled.forEachOutcome(for: context, at: now) { flag, outcome in
      guard let (key, next) = served.next(), filter?.lets(key) ?? true else { return }
      guard next.compiled === flag else { return body(key, RenderedOutcome(outcome, of: flag)) }
      cells.append(Int32(truncatingIfNeeded: next.firstCell + outcome))
      body(key, next.answers(for: outcome))
    }
    counters.count(cells, in: usage, for: context, at: now)
  }

  /// Counts that whoever asks goes on with every answer that they have.
  func countUnchanged(
    for context: FlagContext, seenBy principal: Principal, at now: Timestamp, by counters: UsageCounters
  ) {
    guard principal.flags == nil else {
      return forEachAnswer(for: context, seenBy: principal, at: now, countedBy: counters) { _, _ in }
    }
    counters.countUnchanged(in: usage, for: context, at: now)
  }

  /// The flags and segments as a document, for what looks at a whole ruleset before it changes.
  var document: RulesetDocument {
    RulesetDocument(
      environment: environment.key, environmentId: environment.id, epoch: epoch, revision: environment.revision,
      flags: flags.map(\.value.entry), segments: segments.map(\.value))
  }
}
