import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct ImpressionTests {
  private let server = EventServer([.flag("a"), .flag("b", false), .flag("c", rule: "default", reason: "default")])
  private let bench: Bench

  init() throws { bench = try Bench(server) }

  private func sent(_ flags: FeatureFlags) async throws -> [JSONValue] {
    try await bench.advanceEvents(by: 30, flags)
    return server.events("impression")
  }

  @Test func anImpressionSaysWhatWasSeenByWhomWhenAndByWhichRuleset() async throws {
    server.answer(.answer(epoch: 3, revision: 42, [.flag("a", variation: "treatment")]))
    let flags = try await bench.seeingClient()
    flags.setDeviceID("d1")
    let time = bench.clock.now
    flags.logImpression("a")
    let event = try #require(try await sent(flags).first)
    #expect(event["flag_key"] == "a")
    #expect(event["rule_id"] == "r_1a2b3c4d")
    #expect(event["variation"] == "treatment")
    #expect(event["enabled"] == true)
    #expect(event["epoch"] == 3)
    #expect(event["revision"] == 42)
    #expect(event["units"]?["userID"] == "alice")
    #expect(event["at"]?.numberValue == time.timeIntervalSince1970 * 1000)
    #expect(EventID(event["session"]?.stringValue ?? "") != nil)
    let batch = try #require(server.batches.first)
    #expect(batch["sentAt"]?.numberValue == bench.clock.now.timeIntervalSince1970 * 1000)
    #expect(batch["dropped"] == nil)
    let request = try #require(server.requests.first)
    #expect(request.url.absoluteString == "https://flags.example/v1/events")
    #expect(request.headers["Authorization"] == "Bearer srn_client_key")
  }

  @Test func onePerFlagRuleStateAndUnitOfASession() async throws {
    let flags = try await bench.seeingClient()
    for _ in 0..<100 { flags.logImpression("a") }
    let on = try #require(flags.get("a"))
    flags.logImpression(on)
    flags.logImpression("b")
    #expect(try await sent(flags).count == 2)
    // Another rule with the same outcome is another impression.
    server.answer(.answer(revision: 2, [.flag("a", rule: "r_00000002")]))
    _ = try? await flags.refresh()
    bench.clock.advance(by: 300)
    try await flags.refresh()
    flags.logImpression("a")
    #expect(try await sent(flags).count == 3)
  }

  @Test func manyThreadsThatSeeTheSameMakeOneImpression() async throws {
    let flags = try await bench.seeingClient()
    let flag = try #require(flags.get("a"))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<64 { group.addTask { for _ in 0..<20 { flags.logImpression(flag) } } }
    }
    #expect(try await sent(flags).count == 1)
  }

  @Test func aFlagThatGoesBackMakesTwoImpressionsAndThreeTransitions() async throws {
    let flags = try await bench.seeingClient { $0.isRefreshThrottled = false }
    for (revision, isOn) in [(2.0, true), (3, false), (4, true)] {
      server.answer(.answer(revision: revision, [.flag("a", isOn)]))
      try await flags.refresh()
      flags.logImpression("a")
      flags.logImpression("a")
    }
    #expect(try await sent(flags).map { $0["enabled"] } == [true, false])
    let exposed = flags.engine.events.exposedFlags(ofRun: flags.engine.events.run.name)
    #expect(exposed.map { $0.transitions.map(\.exposure.isEnabled) } == [[true, false, true]])
  }

  @Test func anImpressionAfterTheValueChangedIsOfTheValueThatWasSeen() async throws {
    let flags = try await bench.seeingClient { $0.isRefreshThrottled = false }
    let seen = try #require(flags.get("a"))
    server.answer(.answer(revision: 9, [.flag("a", false)]))
    try await flags.refresh()
    flags.logImpression(seen)
    let event = try #require(try await sent(flags).first)
    #expect(event["enabled"] == true)
    #expect(event["revision"] == 1)
  }

  @Test func anImpressionAfterTheUserChangedIsTheEarlierUsers() async throws {
    let flags = try await bench.seeingClient()
    let seen = try #require(flags.get("a"))
    try await flags.identify("bob")
    flags.logImpression(seen)
    flags.logImpression("a")
    let events = try await sent(flags)
    #expect(events.map { $0["units"]?["userID"] } == ["alice", "bob"])
  }

  @Test func flagsOfASourceOfTheAppsOwnKnowTheirUserToo() async throws {
    var configuration = FeatureFlags.Configuration(
      baseURL: URL(string: "https://flags.example")!, applicationCode: "shop", clientKey: "k",
      context: FlagContext(userID: "alice"))
    configuration.storage = .directory(bench.folder.url)
    configuration.transport = server
    configuration.clock = bench.clock
    configuration.lifecycle = bench.lifecycle
    let own = FlagsSnapshot([FeatureFlag(key: "own", isEnabled: true)])
    let flags = FeatureFlags(configuration, sources: [SnapshotSource(own)])
    let seen = try #require(flags.get("own"))
    flags.setUserID("bob")
    flags.logImpression(seen)
    let exposed = flags.engine.events.exposedFlags(ofRun: flags.engine.events.run.name)
    #expect(exposed.first?.latest?.units.userID == "alice")
  }

  @Test func whatIsNobodysMakesNoImpressionUntilTheDeviceRegistered() async throws {
    let flags = try await bench.seeingClient(user: nil)
    let before = try #require(flags.get("a"))
    flags.setDeviceID("d1")
    // The flags stay until the answer for the device comes: they are nobody's yet.
    flags.logImpression(before)
    try await bench.settleRequests(flags)
    flags.logImpression("a")
    #expect(try await sent(flags).map { $0["units"] } == [["deviceID": "d1"]])
  }

  @Test func nothingForUnknownKeysDefaultsAndOverrides() async throws {
    let flags = try await bench.seeingClient { $0.allowsOverrides = true }
    flags.logImpression("unknown")
    flags.logImpression(FeatureFlag(key: "made", isEnabled: true))
    flags.overrides.set(FlagOverride(isEnabled: false), for: "a")
    flags.logImpression("a")
    try await bench.advanceEvents(by: 60, flags)
    #expect(server.batches.isEmpty)
    // The report of a crash must know of it all the same.
    let exposed = flags.engine.events.exposedFlags(ofRun: flags.engine.events.run.name)
    #expect(exposed.map(\.latest?.exposure.isOverridden) == [true])
  }

  @Test func beforeThereAreFlagsNothingIsSeen() async throws {
    let flags = bench.client()
    flags.logImpression("a")
    try await bench.settleEvents(flags)
    #expect(bench.eventFiles.isEmpty)
  }

  /// Hardest test 6: what is told is what the person was shown, whatever the server says by now.
  @Test func anImpressionOfAFlagThatKeepsItsValueSaysThatValue() async throws {
    let ranking = FlagKey.declared("ranking", .experiment, stability: .launch)
    server.answer(.answer([.flag("ranking", variation: "control")]))
    let flags = try await bench.seeingClient {
      $0.declared = [ranking]
      $0.isRefreshThrottled = false
    }
    #expect(flags.get(ranking)?.variation == "control")
    server.answer(.answer(revision: 2, [.flag("ranking", variation: "treatment")]))
    try await flags.refresh()
    #expect(flags.details(ranking).isPinned)
    flags.logImpression(ranking)
    #expect(try await sent(flags).map { $0["variation"] } == ["control"])
  }

  /// SDK-17, users' request 25: the server hangs while another user's flags are stored.
  @Test func whatIsStoredForAnotherUserMakesNoImpression() async throws {
    let transport = ManualTransport()
    let bench = try Bench(transport)
    let alice = bench.client(user: "alice")
    alice.refresh(completion: nil)
    try await transport.next().answer(.answer())
    try await until("alice has flags") { alice.get("a") != nil }
    alice.close()
    let bob = try await bench.activeClient(user: "bob")
    let waiting = Task { await bob.ready(within: 1) }
    try await until("bob waits") { bob.engine.core.withLock { !$0.readiness.isEmpty } }
    try await bench.advance(by: 1, bob)
    #expect(await waiting.value.origin == .code)
    #expect(bob.isEnabled("a", default: false) == false)
    bob.logImpression("a")
    try await bench.settleEvents(bob)
    #expect(bob.engine.events.queue.isEmpty)
    #expect(bob.engine.events.exposedFlags(ofRun: bob.engine.events.run.name).isEmpty)
    for exchange in transport.takeAll() { exchange.fail() }
  }

  @Test func aNewSessionMakesNewImpressions() async throws {
    let flags = try await bench.seeingClient()
    flags.logImpression("a")
    #expect(try await sent(flags).count == 1)
    try await bench.enter(.background, flags)
    bench.clock.advance(by: 30 * 60)
    try await bench.enter(.active, flags)
    try await bench.settleRequests(flags)
    flags.logImpression("a")
    let events = try await sent(flags)
    #expect(events.count == 2)
    #expect(Set(events.map { $0["session"] }).count == 2)
    // A short pause does not begin a session.
    try await bench.enter(.background, flags)
    bench.clock.advance(by: 29 * 60)
    try await bench.enter(.active, flags)
    flags.logImpression("a")
    #expect(try await sent(flags).count == 2)
  }

  @Test func whatCannotBeStoredIsNotMarkedAndTheNextCallStoresIt() async throws {
    let files = FaultyFiles()
    let flags = try await bench.seeingClient { $0.files = files }
    files.faults.withLock { $0.writing = .failed(code: 28, reason: "no space") }
    flags.logImpression("a")
    flags.logImpression("a")
    try await bench.settleEvents(flags)
    #expect(flags.engine.events.queue.isEmpty)
    files.faults.withLock { $0.writing = nil }
    flags.logImpression("a")
    flags.logImpression("a")
    #expect(try await sent(flags).count == 1)
    #expect(bench.log.all.filter { $0.contains("impressions cannot be stored now") }.count == 1)
  }

  @Test func aFolderThatMayNotBeWrittenMeansMemoryAndOneWarning() async throws {
    let files = FaultyFiles(FaultyFiles.Faults(writing: .notPermitted))
    let flags = try await bench.seeingClient { $0.files = files }
    flags.logImpression("a")
    flags.logImpression("b")
    #expect(try await sent(flags).count == 2)
    #expect(bench.log.all.filter { $0.contains("memory only") }.count == 1)
  }

  @Test func moreFlagsThanAreRememberedStillCountAndTrapNothing() async throws {
    server.answer(.answer((0..<300).map { .flag("f\($0)") }))
    let flags = try await bench.seeingClient()
    for index in 0..<300 { flags.logImpression("f\(index)") }
    try await bench.settleEvents(flags)
    for index in 0..<300 { flags.logImpression("f\(index)") }
    try await until("all are sent") {
      try? await bench.advanceEvents(by: 30, flags)
      return server.events("impression").count == 300
    }
  }
}
