/// How the flags and segments of a ruleset hang together; made anew whenever one of them changes.
final class RulesetLinks: Sendable {
  /// The flags that refer to others or are referred to, by their numbers; nil where the ruleset has none.
  let flags: [CompiledFlag?]
  let states: [FlagState]
  /// For each of them the flags that must be decided first: prerequisites, and flags in conditions, also in those of
  /// segments.
  let dependencies: [[Int32]]
  /// For each of them the facts that its answer may depend on, through others too.
  let neededFacts: [Set<Int32>]
  /// The segments that are referred to, by their numbers; nil where the ruleset has none.
  let segments: [CompiledSegment?]
  /// The facts that are referred to, by their numbers.
  let facts: [BehaviourFact]
  /// The lists that are referred to, by their numbers; nil where they are not there.
  let lists: [IDList?]
  private let environmentID: [UInt8]

  /// Whether a flag can be decided.
  enum FlagState: Sendable {
    case sound
    /// It depends on itself.
    case cycle
    /// It uses a segment or list that is not there or makes no sense.
    case malformed([DocumentIssue])
  }

  init(_ linker: RulesetLinker) {
    flags = linker.flags
    states = linker.states
    dependencies = linker.dependencies
    neededFacts = linker.neededFacts
    segments = linker.segments
    facts = linker.facts
    lists = linker.lists
    environmentID = linker.environmentID
  }

  /// The number of one of these flags; nil for a flag of another ruleset, whose numbers mean something else here.
  func number(of requirements: FlagRequirements) -> Int? {
    flags.indices.contains(Int(requirements.number)) ? Int(requirements.number) : nil
  }

  /// Whether an id is in a list; nil when the list is not there.
  func isListed(_ id: UnsafeBufferPointer<UInt8>, in list: Int32, engine: DigestEngine) -> Bool? {
    guard let list = lists[Int(list)] else { return nil }
    return environmentID.withUnsafeBufferPointer { environmentID in
      list.contains(ListedID(id, environmentID: environmentID, engine: engine))
    }
  }
}
