import SerinFlags
import Store

/// What an environment holds, by key and by id: the parts of a ``ServedRuleset`` that are built up before it is
/// published.
struct ServedTables: Sendable {
  private(set) var compiled: CompiledRuleset
  private(set) var flags = KeyedTable<ServedFlag>()
  private(set) var segments = KeyedTable<SegmentEntry>()
  /// The long lists that segments name, by their digests.
  private(set) var lists: [String: IDList] = [:]
  private(set) var tokens: [String: AcceptedToken] = [:]
  /// The sum of the items' digests.
  private(set) var digest = Digest128.zero
  /// Where evaluations are counted.
  private(set) var usage: UsageScope
  /// How many cells of the counters the flags have.
  private var cellCount = 0
  /// How many bytes an answer with every flag has on average.
  private(set) var answerBytes = 0
  /// The key of each flag by its id, which names its item.
  private var keys = KeyedTable<String>()
  /// The digest of each item, to know what it contributes to the sum.
  private var digests = KeyedTable<Digest128>()

  /// Creates tables of an environment that holds nothing.
  init(environment: EnvironmentRecord) {
    usage = UsageScope(UsageLayout(environment: environment.number))
    compiled = CompiledRuleset(environmentId: environment.id)
    compiled.engine = .hardware
  }

  /// The tables after a delta.
  ///
  /// - Parameter lists: The long lists that it brings, by their digests.
  func applying(_ delta: ItemDelta, lists: [String: IDList]) -> ServedTables {
    var tables = self
    var changes = lists.map { CompiledRuleset.Change.list(digest: $0.key, $0.value) }
    var entries: [(item: ItemRecord, entry: FlagEntry)] = []
    // Those that are gone first: a key may have passed on to another flag within the delta.
    for item in delta.items.filter(\.isGone) + delta.items.filter({ !$0.isGone }) {
      tables.count(item)
      switch item.kind {
      case .flag:
        if let key = tables.keys[item.id] {
          tables.set(key, to: nil)
          if item.isGone { changes.append(.noFlag(key: key)) }
        }
        tables.keys[item.id] = nil
        guard !item.isGone else { continue }
        let entry = FlagEntry(item)
        entries.append((item, entry))
        tables.keys[item.id] = entry.key
        changes.append(.flag(entry))
      case .segment:
        let entry = item.isGone ? nil : SegmentEntry(item)
        tables.segments[item.id] = entry
        changes.append(entry.map { .segment($0) } ?? .noSegment(key: item.id))
      case .token:
        tables.tokens[item.id] = item.isGone ? nil : TokenItem.accepted(item, environment: delta.environment)
      case .list:
        // Written by a newer version; the flags that use it say so themselves.
        break
      }
    }
    tables.lists.merge(lists) { _, new in new }
    changes += tables.dropUnusedLists(after: delta)
    tables.compiled.epoch = delta.epoch
    tables.compiled.revision = delta.environment.revision
    tables.compiled.apply(changes)
    for (item, entry) in entries {
      let served = tables.compiled[entry.key].map { flag in
        ServedFlag(
          id: item.id, updatedAt: item.updatedAt, entry, flag,
          firstCell: tables.usage.layout.reserve(item.id, for: flag))
      }
      tables.set(entry.key, to: served)
    }
    tables.renewLayout()
    return tables
  }

  /// The key of the flag with an id.
  func key(ofFlag id: String) -> String? { keys[id] }

  private mutating func set(_ key: String, to flag: ServedFlag?) {
    answerBytes += (flag?.meanBytes ?? 0) - (flags[key]?.meanBytes ?? 0)
    cellCount += (flag?.compiled.outcomes.count ?? 0) - (flags[key]?.compiled.outcomes.count ?? 0)
    flags[key] = flag
  }

  /// Begins a new layout once most cells of the old one belong to flags as they were; goes through all flags, but seldom.
  private mutating func renewLayout() {
    if usage.layout.cellCount > 2 * cellCount + Self.spareCells {
      let layout = UsageLayout(environment: usage.layout.environment)
      for (key, flag) in flags {
        var moved = flag
        moved.firstCell = layout.reserve(flag.id, for: flag.compiled)
        flags[key] = moved
      }
      usage = UsageScope(layout)
    } else {
      usage = UsageScope(usage.layout)
    }
  }

  /// So many cells more than are in use are always allowed.
  private static let spareCells = 1024

  /// Lets go of the lists that no segment names any more.
  private mutating func dropUnusedLists(after delta: ItemDelta) -> [CompiledRuleset.Change] {
    guard !lists.isEmpty, delta.items.contains(where: { $0.kind == .segment }) else { return [] }
    let used = Set(segments.flatMap(\.value.listDigests))
    let unused = lists.keys.filter { !used.contains($0) }
    for digest in unused { lists[digest] = nil }
    return unused.map { .noList(digest: $0) }
  }

  private mutating func count(_ item: ItemRecord) {
    let name = "\(item.kind.rawValue)/\(item.id)"
    digest = digest - (digests[name] ?? .zero) + item.digest
    digests[name] = item.digest
  }
}
