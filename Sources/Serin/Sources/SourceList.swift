/// The sources of a client in their order, as the engine uses them.
struct SourceList: Sendable {
  /// A place in the order.
  enum Place: Sendable, Hashable {
    case overrides
    case remote
    /// The source of that number in ``SourceList/own``.
    case own(Int)
  }

  /// A source that is neither the overrides nor the server.
  struct Own: Sendable {
    let name: String
    let source: any FlagSource

    /// The rules that the client decides itself.
    var ruleset: RulesetSource? { source as? RulesetSource }
    /// Whether the source's flags are the same for any context.
    var isConstant: Bool { source is SnapshotSource }
    /// Whether it can have anything new.
    var isAskable: Bool { !isConstant && ruleset == nil }
  }

  private(set) var places: [Place] = []
  private(set) var own: [Own] = []

  var hasRemote: Bool { places.contains(.remote) }
  var hasOverrides: Bool { places.contains(.overrides) }
  var hasRulesets: Bool { own.contains { $0.ruleset != nil } }
  /// Whether there is anybody to ask for newer flags.
  var isAskable: Bool { hasRemote || own.contains(where: \.isAskable) }

  /// Takes the sources of a list; of those with the same name only the first counts.
  ///
  /// - Parameter log: Is told what is wrong with the list.
  init(_ sources: [any FlagSource], log: (FlagLogMessage) -> Void) {
    var names: Set<String> = []
    for source in sources {
      let name = source.name
      guard names.insert(name).inserted else {
        let text = "sources: there are several with the name \(name); only the first is used"
        log(FlagLogMessage(level: .warning, text: text))
        continue
      }
      switch source {
      case is OverrideSource: places.append(.overrides)
      case is RemoteSource: places.append(.remote)
      default:
        places.append(.own(own.count))
        own.append(Own(name: name, source: source))
      }
    }
    if places.isEmpty {
      log(FlagLogMessage(level: .warning, text: "sources: there are none; every flag has its default"))
    }
  }
}
