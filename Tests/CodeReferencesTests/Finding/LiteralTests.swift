import TestPlantedPackage
import Testing

@testable import CodeReferences

/// Keys as texts.
@Suite struct LiteralTests {
  @Test func `the SDK's calls with a key are found`() {
    #expect(
      difference(
        """
        if flags.isEnabled(⟦literal a⟧"a", default: true) {}
        if try! await client.current?.isEnabled(
          ⟦literal b⟧"b",
          default: fallback) ?? false {}
        flags.logImpression(⟦literal c⟧"c")
        flags.overrides.set(FlagOverride(isEnabled: true), for: ⟦literal d⟧"d")
        let answer = featureFlags.get(⟦literal e⟧"e")?.string(forProperty: "e", default: "e")
        let preview = FeatureFlag(key: ⟦literal f⟧"f", isEnabled: true, variation: "f")
        let rule = Prerequisite(flag: ⟦literal g⟧"g", .enabled(true))
        let other = Condition.flag(⟦literal h⟧"h", serves: "on")
        let fact = BehaviourFact(.seen(flag: ⟦literal i⟧"i"), withinDays: 30)
        let flag = FlagDefinition(key: ⟦literal j⟧"j", kind: .release)
        _ = ruleset.evaluate(⟦literal k⟧"k", for: context, at: now)
        """) == .none)
  }

  @Test func `calls of others by the same names are not`() {
    #expect(
      difference(
        """
        app.get("a") { request in "b" }
        cache.get("a")
        UserDefaults.standard.set(true, for: "a")
        button.isEnabled("a")
        text.evaluate("a")
        script.evaluate("a + 1", for: page)
        model.explain("a", for: user)
        advertising.logImpression("a")
        let flags = defaults.object(forKey: "a")
        monitor.measure("a") {}
        Text("a").flag("a")
        func isEnabled(_ key: String = "a", default value: Bool) -> Bool { true }
        """) == .none)
  }

  @Test func `a key whose type is said, and those of branches, are found`() {
    #expect(
      difference(
        """
        _ = flags.isEnabled(⟦literal a⟧"a" as String, default: true)
        _ = flags.isEnabled(if new { ⟦literal a⟧"a" } else if old { ⟦literal b⟧"b" } else { ⟦literal c⟧"c" }, default: true)
        _ = flags.isEnabled(
          switch stage {
          case .first where ready: ⟦literal a⟧"a"
          case .second(let name): isNew ? ⟦literal b⟧"b" : name
          default:
            ⟦literal c⟧"c"
          }, default: true)
        _ = flags.isEnabled(if "a" == key { key } else { "b" + key }, default: true)
        _ = flags.isEnabled(switch key { case "a": key; default: ⟦literal c⟧"c" }, default: true)
        """) == .none)
  }

  @Test func `only what can be the key is one`() {
    #expect(
      difference(
        """
        _ = flags.isEnabled("a" + suffix, default: true)
        _ = flags.isEnabled("a".lowercased(), default: true)
        _ = flags.isEnabled("a\\(1)", default: true)
        _ = flags.isEnabled(name("a"), default: true)
        _ = flags.isEnabled(isNew ? ⟦literal a⟧"a" : ⟦literal b⟧"b", default: true)
        _ = flags.isEnabled(name ?? ⟦literal c⟧"c", default: true)
        _ = flags.isEnabled(⟦literal caf\u{E9}⟧"caf\\u{E9}", default: true)
        _ = flags.isEnabled(⟦literal d⟧#"d"#, default: true)
        _ = flags.isEnabled(⟦literal e⟧\"""
          e
          \""", default: true)
        """) == .none)
  }

  @Test func `values that answer for flags are known by their types, wherever they are declared`() {
    #expect(
      difference([
        MarkedSource(
          "A.swift",
          """
          struct Screen { let reader: any FlagReading; var client: FeatureFlags?; let cache: Cache }
          let seen = client.snapshot
          func show(_ answers: some FlagProvider, items: [String]) {}
          let preview = FeatureFlags.inMemory()
          func makeClient(_ user: String, _ change: () -> Void = {}) async throws(Failure) -> FeatureFlags { client }
          func makeCache() -> Cache { cache }
          """),
        MarkedSource(
          "B.swift",
          """
          _ = reader.get(⟦literal a⟧"a")
          _ = self.client!.get(⟦literal a⟧"a")
          _ = answers.get(⟦literal a⟧"a"); _ = seen.get(⟦literal a⟧"a"); _ = preview.get(⟦literal a⟧"a")
          _ = FlagsSnapshot([]).get(⟦literal a⟧"a")
          _ = FlagService.shared.get(⟦literal a⟧"a")
          let second = try await bench.makeClient("user"); _ = second.get(⟦literal a⟧"a")
          _ = bench.makeClient("user").get(⟦literal a⟧"a"); _ = makeClient("user") { change() }.get(⟦literal a⟧"a")
          let third = makeCache(); _ = third.get("a"); _ = makeCache().get("a"); _ = { cache }().get("a")
          for await change in flags.changes { _ = change.snapshot.get(⟦literal a⟧"a") }
          func featureFlags(_ flags: FeatureFlags, didUpdate update: FlagsChange) { _ = update.snapshot.get(⟦literal a⟧"a") }
          for await item in stream.items { _ = item.snapshot.get("a") }; _ = document.snapshot.get("a")
          _ = cache.get("a"); _ = items.get("a"); _ = Cache.shared.get("a"); _ = get("a")
          extension FlagReading { var isNew: Bool { get(⟦literal a⟧"a") != nil } }
          final class Mock: FlagProvider { func f() { _ = self.get(⟦literal a⟧"a") } }
          """),
      ]) == .none)
  }

  @Test func `texts of constants and of enums count where they are used`() {
    #expect(
      difference(
        """
        enum Keys { static let search = "new_search", other = 1; static let theme: String = "theme" }
        enum Names: String { case search = "old_search", plain }
        let global = "global_key"
        struct Screen {
          static let own = "own_key"
          func f() {
            _ = flags.isEnabled(⟦literal new_search⟧Keys.search, default: false)
            _ = flags.isEnabled(⟦literal theme⟧App.Keys.theme, default: false)
            _ = flags.isEnabled(⟦literal old_search⟧Names.search.rawValue, default: false)
            _ = flags.isEnabled(⟦literal plain⟧Names.plain.rawValue, default: false)
            _ = flags.isEnabled(⟦literal own_key⟧Self.own, default: false)
            _ = flags.isEnabled(⟦literal own_key⟧own, default: false)
            _ = flags.isEnabled(⟦literal global_key⟧global, default: false)
            _ = flags.isEnabled(Other.search, default: false)
            _ = flags.isEnabled(unknown, default: false)
            print(Keys.search, Names.search)
          }
        }
        """) == .none)
  }

  @Test func `a name that may stand for something else says nothing`() {
    #expect(
      difference(
        """
        let key = "a", plain = "p", looped = "l", closed = "c", bound = "b"
        struct Screen {
          func f(key: String) { _ = flags.isEnabled(key, default: false) }
          func g() { for looped in names { _ = flags.isEnabled(looped, default: false) } }
          func h() { names.forEach { index, closed in _ = flags.isEnabled(closed, default: false) } }
          func i() { if let bound = name { _ = flags.isEnabled(bound, default: false) } }
          func j() { let two = "1"; _ = flags.isEnabled(two, default: false) }
          func k() { let two = "2"; _ = flags.isEnabled(two, default: false) }
          func l() { _ = flags.isEnabled(⟦literal p⟧plain, default: false) }
        }
        """) == .none)
  }

  @Test func `comments and the text of strings are left aside, interpolations are not`() {
    #expect(
      difference(
        ##"""
        // flags.isEnabled("a", default: true)
        /* flags.isEnabled("a", default: true) /* flags.isEnabled("a", default: true) */ FlagKey.newCheckout */
        /// `flags.isEnabled(.newCheckout)`
        let text = "flags.isEnabled(\"a\", default: true) FlagKey.newCheckout"
        let raw = #"flags.isEnabled("a", default: true) \(flags.isEnabled("a", default: true))"#
        let long = """
          flags.isEnabled("a", default: true)
          \(flags.isEnabled(⟦literal a⟧"a", default: true)) FlagKey.newCheckout \(⟦generated new_checkout⟧FlagKey.newCheckout.name)
          """
        let pounds = #"\(FlagKey.newCheckout) \#(flags.isEnabled(⟦literal a⟧"a", default: true) ? "\(1)" : #"b"#)"#
        let pattern = /flags.isEnabled\("a", default: true\)/
        """##) == .none)
  }

  @Test func `conditional blocks and macros are code`() {
    #expect(
      difference(
        """
        #if false
        _ = flags.isEnabled(⟦literal a⟧"a", default: true)
        #elseif canImport(UIKit) && !DEBUG
        _ = flags.isEnabled(⟦generated new_checkout⟧.newCheckout)
        #else
        _ = ⟦generated new_checkout⟧FlagKey.newCheckout
        #endif
        #expect(flags.isEnabled(⟦literal a⟧"a", default: true))
        #Preview { if flags.isEnabled(⟦generated dark-mode⟧.darkMode) { Text("a") } }
        @Test(.enabled(if: flags.isEnabled(⟦literal a⟧"a", default: true))) func f() {}
        """) == .none)
  }
}
