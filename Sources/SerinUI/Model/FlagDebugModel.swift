public import Serin

#if canImport(Combine)
  public import Combine
#endif

/// What the debug menu shows and does, without any view.
///
/// It lists all flags that the app declares or a source knows. Showing a flag is no reading of it: nothing is pinned
/// and nothing reported. It follows the client's changes; the header's age and errors are those of the last
/// ``reload()``, which happens with every change, edit and refresh, and whenever a view asks for it.
@MainActor
public final class FlagDebugModel {
  /// The client whose flags are shown.
  public let flags: FeatureFlags
  /// The flags that match ``searchText``, in the order of their keys' bytes.
  public private(set) var rows: [FlagDebugRow] = []
  /// What there is to say of all of them.
  public private(set) var header: FlagDebugHeader
  /// How the last refresh ended, for people; nil before the first.
  public private(set) var refreshResult: String?
  /// Whether a refresh is under way.
  public private(set) var isRefreshing = false
  /// What a person looks for; words that all must be in a flag's key, owner, variation or reason.
  public var searchText = "" {
    didSet { if searchText != oldValue { reload() } }
  }
  /// Called after anything here became different.
  public var onChange: (@MainActor () -> Void)?

  private let declarations: [ExactString: FlagKey]
  private let relay = Relay()

  /// Follows a client from now on.
  ///
  /// - Parameters:
  ///   - flags: The client, which the model keeps.
  ///   - declared: Flags to list beside those that the client's configuration declares.
  public init(_ flags: FeatureFlags, declared: [FlagKey] = []) {
    self.flags = flags
    var declarations: [ExactString: FlagKey] = [:]
    for flag in flags.declaredFlags + declared { declarations[ExactString(flag.name)] = flag }
    self.declarations = declarations
    header = FlagDebugHeader(of: flags)
    relay.model = self
    flags.addUpdateListener(relay)
    rows = matchingRows()
  }

  /// Whether values may be set by hand; where not, the menu only shows.
  public var areOverridesAllowed: Bool { flags.areOverridesAllowed }

  /// How many values are set by hand on this device.
  public var overrideCount: Int { flags.overrides.all.count }

  /// The flag of a key, whatever is looked for; nil when nobody knows it.
  public func row(_ key: String) -> FlagDebugRow? {
    let isKnown = declarations[ExactString(key)] != nil || flags.snapshot.get(key) != nil
    return isKnown ? row(key, flags.overrides.all[key]) : nil
  }

  /// Looks at everything anew.
  public func reload() {
    change {
      rows = matchingRows()
      header = FlagDebugHeader(of: flags)
    }
  }

  /// Asks the server for the newest flags, and says in ``refreshResult`` how that ended.
  public func refresh() async {
    guard !isRefreshing else { return }
    change { isRefreshing = true }
    let result: String
    do {
      result = Self.text(try await flags.refresh())
    } catch {
      result = (error as? FeatureFlagsError)?.message ?? "\(error)"
    }
    change {
      isRefreshing = false
      refreshResult = result
    }
    reload()
  }

  private func matchingRows() -> [FlagDebugRow] {
    let overrides = flags.overrides.all
    let keys = Set(flags.snapshot.all.map { ExactString($0.key) }).union(declarations.keys)
    return keys.sorted().map { row($0.string, overrides[$0.string]) }.filter { $0.matches(searchText) }
  }

  private func row(_ key: String, _ override: FlagOverride?) -> FlagDebugRow {
    let declaration = declarations[ExactString(key)]
    let details = flags.glance(key, default: declaration?.defaultValue ?? false)
    return FlagDebugRow(key: key, details: details, declaration: declaration, override: override)
  }

  /// Does a change and tells whoever shows this.
  private func change(_ body: () -> Void) {
    #if canImport(Combine)
      objectWillChange.send()
    #endif
    body()
    onChange?()
  }

  private static func text(_ outcome: RefreshOutcome) -> String {
    switch outcome {
    case .updated(let keys): "\(keys.count) changed"
    case .unchanged: "Nothing changed"
    case .throttled: "Confirmed less than five minutes ago"
    case .partial(let undecided): "\(undecided.count) could not be decided"
    }
  }

  /// The listener, which the client holds weakly.
  private final class Relay: FeatureFlagsUpdateListener {
    weak var model: FlagDebugModel?

    func featureFlags(_ flags: FeatureFlags, didUpdate change: FlagsChange) {
      model?.reload()
    }
  }
}

#if canImport(Combine)
  extension FlagDebugModel: ObservableObject {}
#endif
