/// Every flag and segment of one environment, ready to be evaluated.
///
/// A value type: a copy with one flag changed shares all the others, so a reader keeps a consistent set for as long as
/// it holds one. Archived flags are not in it.
public struct CompiledRuleset: Sendable {
  /// Grows when a store is restored; revisions compare only within one epoch.
  public var epoch: Int64
  /// Grows with every change.
  public var revision: Int64
  /// The environment's id, which is hashed with the ids of long lists.
  public let environmentId: String
  /// The flags by key, in the order of their keys' bytes.
  package private(set) var flags: KeyedTable<FlagSlot>
  /// How SHA-256 is computed for draws and lists.
  package var engine: DigestEngine

  private(set) var segments: KeyedTable<CompiledSegment>
  private(set) var lists: [ExactString: IDList]
  private(set) var links: RulesetLinks?
  /// The instants at which answers change, ascending and each once, in microseconds since 1970.
  private(set) var instants: [Int64] = []
  private var registry = ReferenceRegistry()

  /// How many different conditions rules have, as far as they are numbered.
  var conditionCount: Int { registry.conditionCount }

  /// Creates a ruleset without flags.
  public init(epoch: Int64 = 0, revision: Int64 = 0, environmentId: String = "") {
    self.epoch = epoch
    self.revision = revision
    self.environmentId = environmentId
    engine = .swift
    flags = KeyedTable()
    segments = KeyedTable()
    lists = [:]
  }

  /// Prepares every flag of a document that is not archived, and every segment.
  ///
  /// - Parameter lists: The long lists that segments refer to, by their digests.
  public init(_ document: RulesetDocument, lists: [String: IDList] = [:]) {
    self.init(epoch: document.epoch, revision: document.revision, environmentId: document.environmentId)
    for (digest, list) in lists { self.lists[ExactString(digest)] = list }
    var registry = registry
    segments = KeyedTable(document.segments.map { (key: $0.key, value: CompiledSegment($0, &registry)) })
    // Compiled in the order in which they are gone through, so that they lie in memory in that order.
    var memory: ProgramMemory? = ProgramMemory()
    let entries = document.flags.filter { !$0.isArchived }.sorted { $0.key.precedesInBytes($1.key) }
    flags = KeyedTable(
      entries.map { (key: $0.key, value: FlagSlot(CompiledFlag($0, &registry, in: &memory))) })
    self.registry = registry
    link()
  }

  /// How many flags there are.
  public var count: Int { flags.count }

  /// The keys in the order of their bytes.
  public var keys: [String] { flags.map(\.key) }

  /// The flag of that key, or nil when it is unknown or archived.
  public subscript(key: String) -> CompiledFlag? { flags[key]?.flag }

  /// One change of a ruleset.
  public enum Change: Sendable {
    /// A flag is new or has changed; an archived one leaves the ruleset.
    case flag(FlagEntry)
    /// A flag is gone.
    case noFlag(key: String)
    /// A segment is new or has changed.
    case segment(SegmentEntry)
    /// A segment is gone.
    case noSegment(key: String)
    /// A long list is there, under its digest.
    case list(digest: String, IDList)
    /// A long list is gone.
    case noList(digest: String)
  }

  /// Takes changes in, all at once.
  public mutating func apply(_ changes: some Sequence<Change>) {
    var isLinkedAnew = false
    for change in changes { isLinkedAnew = apply(change) || isLinkedAnew }
    if isLinkedAnew { link() }
  }

  /// Takes a change in and tells whether more than this flag may be affected by it.
  private mutating func apply(_ change: Change) -> Bool {
    switch change {
    case .flag(let entry) where !entry.isArchived:
      var memory: ProgramMemory?
      return replace(entry.key, with: CompiledFlag(entry, &registry, in: &memory))
    case .flag(let entry):
      return replace(entry.key, with: nil)
    case .noFlag(let key):
      return replace(key, with: nil)
    case .segment(let entry):
      segments[entry.key] = CompiledSegment(entry, &registry)
    case .noSegment(let key):
      segments[key] = nil
    case .list(let digest, let list):
      lists[ExactString(digest)] = list
    case .noList(let digest):
      lists[ExactString(digest)] = nil
    }
    return true
  }

  private mutating func replace(_ key: String, with flag: CompiledFlag?) -> Bool {
    let old = flags[key]?.flag
    flags[key] = flag.map(FlagSlot.init)
    let isLinked = registry.flags[ExactString(key)] != nil
    return isLinked || old?.instants.isEmpty == false || flag?.instants.isEmpty == false
  }

  private mutating func link() {
    var instants: Set<Int64> = []
    for (_, slot) in flags { instants.formUnion(slot.flag.instants) }
    for (_, segment) in segments { instants.formUnion(segment.use.instants) }
    self.instants = instants.sorted()
    guard !registry.flags.isEmpty || !registry.segments.isEmpty else {
      links = nil
      return
    }
    links = RulesetLinks(
      RulesetLinker(
        registry: registry, flags: flags, segments: segments, lists: lists, environmentID: environmentId))
  }
}
