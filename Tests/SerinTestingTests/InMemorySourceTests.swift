import Foundation
import Serin
import SerinTesting
import Testing

@Suite struct InMemorySourceTests {
  @Test func aClientHasTheFlagsOfTheSourceAndHearsOfChanges() async throws {
    let source = InMemorySource(name: "mine", [FeatureFlag(key: "a", isEnabled: true)])
    var configuration = FeatureFlags.Configuration(
      baseURL: URL(string: "https://flags.example")!, applicationCode: "shop", clientKey: "srn_client_key")
    configuration.storage = .memory
    configuration.lifecycle = TestLifecycle(current: .active)
    let flags = FeatureFlags(configuration, sources: [.overrides, source])
    flags.start()
    try await until("the flags are there") { flags.isEnabled("a", default: false) }
    #expect(flags.get("a")?.origin == .source("mine"))
    source.set([FeatureFlag(key: "a", isEnabled: false)])
    try await until("the change is there") { !flags.isEnabled("a", default: true) }
    #expect(!source.asked.isEmpty)
    flags.close()
  }

  @Test func anErrorIsThrownUntilItIsTakenBack() async throws {
    let source = InMemorySource([FeatureFlag(key: "a", isEnabled: true)])
    source.fail(URLError(.timedOut))
    await #expect(throws: URLError.self) { try await source.answer(for: FlagContext(), validator: nil) }
    source.fail(nil)
    let answer = try #require(try await source.answer(for: FlagContext(), validator: nil))
    #expect(answer.flags.map(\.key) == ["a"])
    #expect(try await source.answer(for: FlagContext(), validator: answer.validator) == nil)
  }
}
