import Foundation
import Serin
import SerinTesting
import Testing

@Suite struct TestFlagServerTests {
  private let clock = TestClock()
  private let server = TestFlagServer([FeatureFlag(key: "a", isEnabled: true, properties: ["n": 1])])
  private let flags: FeatureFlags

  init() {
    var configuration = FeatureFlags.Configuration(
      baseURL: URL(string: "https://flags.example")!, applicationCode: "shop", clientKey: "srn_client_key",
      context: FlagContext(userID: "alice"))
    configuration.storage = .memory
    configuration.clock = clock
    configuration.transport = server
    configuration.lifecycle = TestLifecycle(current: .active)
    configuration.isRefreshThrottled = false
    flags = FeatureFlags(configuration)
  }

  @Test func aClientHasTheFlagsOfTheServer() async throws {
    #expect(try await flags.refresh() == .updated(changedKeys: ["a"]))
    #expect(flags.get("a")?.number(forProperty: "n", default: 0) == 1)
    server.serve([FeatureFlag(key: "b", isEnabled: false)])
    #expect(try await flags.refresh() == .updated(changedKeys: ["a", "b"]))
    #expect(flags.state.revision == 2)
    #expect(flags.get("a") == nil)
  }

  @Test func whatStillHoldsIsConfirmedAndOnlyForTheSameContext() async throws {
    try await flags.refresh()
    #expect(try await flags.refresh() == .unchanged)
    #expect(server.requests.last?.validator != nil)
    server.serve { [FeatureFlag(key: "a", isEnabled: $0.userID == "bob")] }
    try await flags.refresh()
    #expect(!flags.isEnabled("a", default: true))
    try await flags.identify("bob")
    #expect(flags.isEnabled("a", default: false))
  }

  @Test func whatIsUndecidedKeepsItsValue() async throws {
    try await flags.refresh()
    server.serve([FeatureFlag(key: "b", isEnabled: true)], undecided: ["a"])
    #expect(try await flags.refresh() == .partial(undecided: ["a"]))
    #expect(flags.isEnabled("a", default: false))
    #expect(flags.state.isPartial)
  }

  @Test func aServerInTroubleGivesErrorsUntilItRecovers() async throws {
    server.goOffline()
    let offline = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(offline?.code == 0)
    server.recover()
    try await flags.refresh()
    server.refuse(status: 429, retryAfter: 30)
    let refused = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(refused?.code == 429)
    #expect(refused?.retryAfter == 30)
    #expect(flags.isEnabled("a", default: false))
  }

  @Test func aSlowServerAnswersWhenTheClockSaysSo() async throws {
    server.delayAnswers(by: 3, of: clock)
    let flags = flags
    let refresh = Task { try await flags.refresh() }
    let due = clock.uptime + 3
    try await until("the server takes its time") { clock.hasSleeper(until: due) }
    clock.advance(by: 2.9)
    #expect(flags.get("a") == nil)
    clock.advance(by: 0.1)
    #expect(try await refresh.value == .updated(changedKeys: ["a"]))
  }

  @Test func aChangeIsAnnouncedToWhoListens() async throws {
    flags.start()
    try await until("the stream is open") { flags.state.isStreaming && flags.isEnabled("a", default: false) }
    #expect(server.streamCount == 1)
    server.serve([FeatureFlag(key: "a", isEnabled: false)])
    try await until("the change is there") { !flags.isEnabled("a", default: true) }
    server.endStreams()
    #expect(server.streamCount == 0)
    flags.close()
  }

  @Test func aServerInTroubleOpensNoStream() async throws {
    let request = FlagRequest(
      method: "GET", url: URL(string: "https://flags.example/v1/stream")!, headers: [:], body: Data(), timeout: 60)
    server.refuse(status: 503)
    let refusal = await #expect(throws: FlagStreamError.self) { for try await _ in server.lines(request) {} }
    if case .refused(let response) = refusal { #expect(response.status == 503) } else { Issue.record("not refused") }
    server.goOffline()
    await #expect(throws: URLError.self) { for try await _ in server.lines(request) {} }
    #expect(server.streamCount == 0)
  }
}
