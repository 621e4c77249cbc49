import SerinFlags
import TestPlantedPackage
import Testing

@testable import CodeReferences

/// Keys as constants.
@Suite struct TypedKeyTests {
  @Test func `the SDK's calls with a key's constant are found`() {
    #expect(
      difference(
        """
        if flags.isEnabled(⟦generated new_checkout⟧.newCheckout) {}
        _ = flags.get(⟦generated new_checkout⟧.newCheckout); _ = flags.details(⟦generated dark-mode⟧.darkMode)
        flags.logImpression(⟦generated payments⟧FlagKey.payments)
        try await flags.withKillSwitch(⟦generated payments⟧.payments) { pay() } fallback: { wait() }
        let items = FlagProperty(⟦generated new_checkout⟧.newCheckout, "max_items", default: 3)
        let share = FlagProperty<Double>(⟦generated new_checkout⟧Serin.FlagKey.newCheckout, "share", default: 1)
        let ranking = Experiment<Arm>(⟦generated dark-mode⟧.darkMode, control: .payments)
        let some = FlagsSnapshot(
          enabled: ⟦generated new_checkout⟧.newCheckout, ⟦generated payments⟧.payments, disabled: [⟦generated dark-mode⟧.darkMode])
        _ = flags.isEnabled(isNight ? ⟦generated dark-mode⟧.darkMode : ⟦generated new_checkout⟧.newCheckout)
        """) == .none)
  }

  @Test func `members of other types by the same names are not`() {
    #expect(
      difference(
        """
        tab = .newCheckout
        switch tab { case .newCheckout: break; case .payments, .darkMode: break }
        NavigationLink("Pay", value: Route.payments)
        open(.payments); session.get(.payments); router.details(.newCheckout)
        view.environment(\\.newCheckout, true)
        _ = flags.isEnabled(model.newCheckout); _ = flags?.newCheckout
        let color: Color = .darkMode
        func f(_ route: Route = .payments) -> Route { .newCheckout }
        list.map(\\.payments).newCheckout()
        """) == .none)
  }

  @Test func `a constant without its type is that of the type around it`() {
    #expect(
      difference(
        """
        struct A { static let own: FlagKey = .release(⟦declaration a_own⟧"a_own", owner: "a", expires: "2027-01-01") }
        struct B { static let own: FlagKey = .release(⟦declaration b_own⟧"b_own", owner: "b", expires: "2027-01-01") }
        extension A { static var current: FlagKey { ⟦generated a_own⟧own } }
        """) == .none)
  }

  @Test func `places where a key is expected are known by their types`() {
    #expect(
      difference(
        """
        let key: FlagKey = ⟦generated new_checkout⟧.newCheckout
        let keys: [FlagKey] = [
          ⟦generated new_checkout⟧.newCheckout,
          isNight ? ⟦generated dark-mode⟧.darkMode : ⟦generated payments⟧.payments,
        ]
        let set: Set<Serin.FlagKey>? = [⟦generated payments⟧.payments]
        let chosen: FlagKey = if isNight { ⟦generated dark-mode⟧.darkMode } else { ⟦generated payments⟧.payments }
        let long: FlagKey =
          isNight
          ? ⟦generated dark-mode⟧.darkMode
          : ⟦generated payments⟧.payments
        tab = .payments
        for key in [⟦generated new_checkout⟧FlagKey.newCheckout, ⟦generated payments⟧.payments] {}
        func show(_ title: String, key: FlagKey = ⟦generated dark-mode⟧.darkMode, tab: Tab = .payments) {}
        var current: FlagKey {
          switch tab {
          case .newCheckout, .payments: ⟦generated payments⟧.payments
          case .darkMode:
            log(.newCheckout)
            return ⟦generated dark-mode⟧.darkMode
          }
        }
        var both: Set<FlagKey> { [⟦generated payments⟧.payments] }
        func keys(of tab: Tab) -> [FlagKey] { [⟦generated payments⟧.payments] }
        struct Screen: FlagKeyed { var tab: Tab { .payments } }
        """) == .none)
  }

  @Test func `the app's own functions and views that take keys are known`() {
    #expect(
      difference(
        """
        struct Gate<Content: View>: View { let flag: FlagKey; var tab = Tab.payments; init() {} }
        struct Other { init(_ flag: FlagKey, at tab: Tab) {} }
        func track(_ name: String, _ key: FlagKey, and more: FlagKey...) {}
        @propertyWrapper struct Enabled { init(_ key: Serin.FlagKey) {} }
        Gate(flag: ⟦generated payments⟧.payments) { Text("x") }
        Gate(tab: .payments)
        _ = Other(⟦generated payments⟧.payments, at: .darkMode)
        track("x", ⟦generated new_checkout⟧.newCheckout, and: ⟦generated dark-mode⟧.darkMode)
        struct Screen { @Enabled(⟦generated dark-mode⟧.darkMode) var isDark; @State(.darkMode) var x }
        """) == .none)
  }

  @Test func `keys that are declared elsewhere than in FlagKey are found by their names`() {
    #expect(
      difference(
        """
        enum Flags { static let search = FlagKey.release(⟦declaration s⟧"s", owner: "o", expires: "2027-01-01") }
        let global = FlagKey.permission(⟦declaration g⟧"g", owner: "o")
        enum More { static let items = FlagProperty(⟦generated new_checkout⟧.newCheckout, "n", default: 3) }
        _ = flags.isEnabled(⟦generated s⟧Flags.search); _ = flags.isEnabled(⟦generated g⟧global)
        _ = flags.value(⟦generated new_checkout⟧More.items)
        _ = Other.search; _ = release("x", expires: "2027-01-01")
        """) == .none)
  }

  @Test func `what is handed to the client is declared, not used`() {
    #expect(
      difference(
        """
        configuration.declared = [⟦declaration new_checkout⟧FlagKey.newCheckout, ⟦declaration payments⟧.payments]
        configuration.declared += [⟦declaration dark-mode⟧.darkMode]
        """) == .none)
  }

  @Test func `a document knows the names of code that the build plugin makes`() {
    let document = RulesetDocument(flags: [
      FlagEntry(
        FlagDefinition(
          key: "new-search", kind: .release,
          properties: [PropertyDefinition(name: "max_items", type: .number, default: 3)],
          variations: [
            VariationDefinition(name: "fast", isEnabled: true), VariationDefinition(name: "off", isEnabled: false),
          ])),
      FlagEntry(FlagDefinition(key: "default", kind: .ops)),
    ])
    let source = MarkedSource(
      """
      _ = flags.isEnabled(⟦generated new-search⟧.newSearch); _ = flags.isEnabled(⟦generated default⟧.default)
      _ = flags.value(⟦generated new-search⟧FlagKey.NewSearch.maxItems); _ = Serin.FlagKey.none
      let arms = Experiment<⟦generated new-search⟧FlagKey.NewSearch.Variation>(⟦generated new-search⟧.newSearch, control: .off)
      """)
    #expect(difference([source], document: document) == .none)
    #expect(CodeScan([source.file]).references.isEmpty)
  }

  @Test func `generated code declares, and its own lists and accessors are no uses`() {
    let generated = MarkedSource(
      "Flags.swift",
      """
      // Flags, project shop.
      // Generated by serin-codegen; edit flags.json instead.
      import Serin
      extension FlagKey {
        nonisolated static let newSearch = FlagKey.release(⟦declaration s⟧"s", owner: "o", expires: "2027-01-01")
        @available(*, deprecated, message: "expired on 2026-11-01; owner: o")
        nonisolated static let old = ExpiredDeclarations.old
        nonisolated static let allDeclared: [FlagKey] = [FlagKey.newSearch, ExpiredDeclarations.old]
        private nonisolated enum ExpiredDeclarations {
          nonisolated static let old = FlagKey.release(⟦declaration o⟧"o", owner: "o", expires: "2026-11-01")
        }
      }
      extension FlagKey {
        nonisolated enum S {
          nonisolated static let color = FlagProperty<String>(FlagKey.newSearch, "color", default: "blue")
          nonisolated enum Variation: String { case on, off }
        }
        nonisolated enum O {
          nonisolated static let size = FlagProperty<Double>(ExpiredDeclarations.old, "size", default: 1)
        }
      }
      """)
    let app = MarkedSource(
      """
      _ = flags.isEnabled(⟦generated o⟧.old); _ = flags.value(⟦generated s⟧FlagKey.S.color)
      _ = flags.value(⟦generated o⟧FlagKey.O.size); _ = flags.isEnabled(⟦generated s⟧.newSearch)
      """)
    #expect(difference([generated, app]) == .none)
  }
}
