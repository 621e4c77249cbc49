import Foundation
import Serin
import SerinTesting
import Testing

@testable import SerinUI

@Suite @MainActor struct FlagDebugModelTests {
  private let transport = ScriptedTransport { _, _ in .flags([]) }
  private let clock = TestClock()

  private func client(
    allowsOverrides: Bool = true, _ configure: (inout FeatureFlags.Configuration) -> Void = { _ in }
  ) -> FeatureFlags {
    var configuration = FeatureFlags.Configuration(
      baseURL: URL(string: "https://flags.example")!, applicationCode: "shop", clientKey: "srn_client_key",
      context: FlagContext(userID: "alice"))
    configuration.storage = .memory
    configuration.clock = clock
    configuration.transport = transport
    configuration.lifecycle = TestLifecycle()
    configuration.isRefreshThrottled = false
    configuration.allowsOverrides = allowsOverrides
    configure(&configuration)
    return FeatureFlags(configuration)
  }

  @Test func everyFlagThatIsDeclaredOrServedHasARowWithItsValueReasonAndOrigin() async throws {
    let declared = FlagKey.ops("declared_only", default: true, owner: "team")
    let flags = client { $0.declared = [declared] }
    transport.answer(
      .flags([
        FeatureFlag(key: "served", isEnabled: false, ruleId: "r_1", variation: "b", properties: ["n": 3, "a": "x"])
      ]))
    try await flags.refresh()
    let model = FlagDebugModel(flags, declared: [.release("also", owner: "o", expires: "2027-01-01")])
    #expect(model.rows.map(\.key) == ["also", "declared_only", "served"])
    let served = try #require(model.row("served"))
    #expect(served.isEnabled == false)
    #expect(served.variation == "b")
    #expect(served.details.reason == .ruleMatched)
    #expect(served.details.origin == .remote)
    #expect(served.properties.map(\.name) == ["a", "n"])
    #expect(served.summary == "off · b · ruleMatched · remote")
    let unserved = try #require(model.row("declared_only"))
    #expect(unserved.isEnabled)
    #expect(unserved.details.origin == .code)
    #expect(unserved.declaration == declared)
    #expect(model.row("nobody") == nil)
  }

  @Test func theHeaderSaysWhereTheFlagsComeFromAndHowOldTheyAre() async throws {
    let flags = client()
    let model = FlagDebugModel(flags)
    #expect(model.header.lines.map(\.name) == ["Origin", "Announcements"])
    transport.answer(.flags([FeatureFlag(key: "a", isEnabled: true)], revision: 7, undecided: ["b"]))
    await model.refresh()
    clock.advance(by: 3900, frozen: true)
    transport.answer(FlagResponse(status: 503))
    await model.refresh()
    #expect(model.header.age == 3900)
    let lines = Dictionary(uniqueKeysWithValues: model.header.lines.map { ($0.name, $0.value) })
    #expect(lines["Origin"] == "remote")
    #expect(lines["Answer"] == "partial")
    #expect(lines["Revision"] == "7")
    #expect(lines["Confirmed"] == "1 h 5 min ago")
    #expect(lines["Expires"] == "in 22 h 55 min")
    #expect(lines["Last error"] == "the server answered with HTTP 503 (code 503)")
  }

  @Test(arguments: [
    (PreviousExit.Kind.unexplained, 0, 9.5, "unexplained after 9 s, 0 flags seen"),
    (.crashed, 1, 3900, "crashed after 1 h 5 min, 1 flag seen"),
    (.inBackground, 2, 61, "in background after 1 min 1 s, 2 flags seen"),
  ])
  func theHeaderSaysHowThePreviousRunEnded(
    _ kind: PreviousExit.Kind, _ seen: Int, _ seconds: TimeInterval, _ text: String
  ) {
    let exposed = (0..<seen).map { FeatureFlag(key: "f\($0)", isEnabled: true) }
    let exit = PreviousExit(kind: kind, exposed: exposed, startedAt: clock.now, duration: seconds)
    let header = FlagDebugHeader(state: FlagsState(origin: .code), now: clock.now, previousExit: exit)
    #expect(header.lines.last == FlagDebugHeader.Line(name: "Previous exit", value: text))
  }

  @Test func theHeaderShowsThePreviousExitOfTheClient() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("serin-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    client { $0.storage = .directory(folder) }.close()
    let flags = client { $0.storage = .directory(folder) }
    let line = try #require(FlagDebugModel(flags).header.lines.last)
    #expect(line.name == "Previous exit")
    #expect(line.value.hasPrefix("clean after"))
    flags.close()
  }

  @Test func aSearchFindsKeysOwnersVariationsAndReasonsInAnyCase() {
    let snapshot = FlagsSnapshot([
      FeatureFlag(key: "new_checkout", isEnabled: true, variation: "treatment"),
      FeatureFlag(key: "dark_mode", isEnabled: false),
    ])
    let model = FlagDebugModel(.inMemory(snapshot), declared: [.permission("admin", owner: "Security")])
    func found(_ text: String) -> [String] {
      model.searchText = text
      return model.rows.map(\.key)
    }
    #expect(found("CHECK") == ["new_checkout"])
    #expect(found("treat new") == ["new_checkout"])
    #expect(found("security") == ["admin"])
    #expect(found("  ") == ["admin", "dark_mode", "new_checkout"])
    #expect(found("nothing like it").isEmpty)
  }

  @Test func whereOverridesAreNotAllowedTheMenuSaysSoAndChangesNothing() async throws {
    let flags = client(allowsOverrides: false)
    transport.answer(.flags([FeatureFlag(key: "a", isEnabled: false, properties: ["n": 1])]))
    try await flags.refresh()
    let model = FlagDebugModel(flags)
    #expect(!model.areOverridesAllowed)
    #expect(!model.setEnabled(true, for: "a"))
    #expect(!model.setVariation("b", for: "a"))
    #expect(try !model.setProperty("2", for: "n", as: .number, of: "a"))
    model.removeAllOverrides()
    #expect(model.row("a")?.isEnabled == false)
    #expect(model.overrideCount == 0)
    #expect(flags.get("a")?.origin == .remote)
  }

  @Test func aChangeOfTheFlagsIsShownWithoutPolling() async throws {
    let flags = client()
    let model = FlagDebugModel(flags)
    transport.answer(.flags([FeatureFlag(key: "a", isEnabled: true)]))
    try await flags.refresh()
    try await until("the row is there") { model.rows.map(\.key) == ["a"] }
    transport.answer(.flags([FeatureFlag(key: "a", isEnabled: false)], revision: 2))
    try await flags.refresh()
    try await until("the row has changed") {
      model.row("a")?.isEnabled == false && model.rows.first?.isEnabled == false
    }
  }

  @Test func settingsOfOthersAndOtherClientsAreNoChange() async throws {
    let flags = FeatureFlags.inMemory(FlagsSnapshot([FeatureFlag(key: "a", isEnabled: true)]))
    let other = FeatureFlags.inMemory(FlagsSnapshot([FeatureFlag(key: "a", isEnabled: true)]))
    let model = FlagDebugModel(flags)
    let heard = RecordingListener()
    flags.addUpdateListener(heard)
    var count = 0
    model.onChange = { count += 1 }
    let listener = RecordingListener()
    other.addUpdateListener(listener)
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: nil)
    other.overrides.set(FlagOverride(isEnabled: false), for: "a")
    try await until("the other client has told") { listener.changes.count == 1 }
    #expect(count == 0)
    #expect(heard.changes.isEmpty)
  }

  @Test func showingFlagsIsNoReadingOfThem() async throws {
    let pinned = FlagKey.experiment("a", owner: "team", expires: "2027-01-01")
    let flags = client { $0.declared = [pinned] }
    let model = FlagDebugModel(flags)
    #expect(model.row("a")?.isEnabled == false)
    transport.answer(.flags([FeatureFlag(key: "a", isEnabled: true)]))
    await model.refresh()
    #expect(model.row("a")?.details.isPinned == false)
    // Had the row pinned the default this would be off.
    #expect(flags.isEnabled(pinned))
    #expect(model.row("a")?.details.isPinned == true)
  }

  @Test func aRefreshSaysHowItEnded() async throws {
    let model = FlagDebugModel(client())
    #expect(model.refreshResult == nil)
    transport.answer(.flags([FeatureFlag(key: "a", isEnabled: true)]))
    await model.refresh()
    #expect(model.refreshResult == "1 changed")
    await model.refresh()
    #expect(model.refreshResult == "Nothing changed")
    transport.goOffline()
    await model.refresh()
    #expect(model.refreshResult?.hasPrefix("no HTTP answer") == true)
    #expect(!model.isRefreshing)
  }

  @Test func theModelGoesWhenNobodyHoldsIt() {
    let flags = FeatureFlags.inMemory()
    var model: FlagDebugModel? = FlagDebugModel(flags)
    weak let reference = model
    #expect(model?.rows.isEmpty == true)
    model = nil
    #expect(reference == nil)
  }
}
