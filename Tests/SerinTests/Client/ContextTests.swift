import Foundation
import Testing

@testable import Serin

@Suite struct ContextTests {
  /// A server that says whom it evaluated for.
  private static let personal = IdentityTests.personal

  private func who(_ flags: FeatureFlags) -> String { IdentityTests.who(flags) }

  @Test func userAndAttributesChangeTogether() async throws {
    let transport = ScriptedTransport(Self.personal)
    let bench = try Bench(transport)
    let flags = bench.client { $0.context.attributes = ["plan": "free", "country": "DE"] }
    try await flags.identify("bob", attributes: ["plan": "pro", "nothing": nil])
    #expect(try transport.requests.map { try $0.context } == [FlagContext(userID: "bob", attributes: ["plan": "pro"])])
    try await flags.identify("carol")
    #expect(flags.context == FlagContext(userID: "carol", attributes: ["plan": "pro"]))
  }

  @Test func theSameUserWithOtherAttributesAsksAgainAndKeepsTheFlags() async throws {
    let transport = ScriptedTransport(Self.personal)
    let flags = try Bench(transport).client()
    try await flags.refresh()
    flags.setUserID("alice", attributes: ["plan": "pro"])
    #expect(who(flags) == "alice")
    try await until("the request is sent") { transport.requests.count == 2 }
    #expect(try transport.requests.last?.context == FlagContext(userID: "alice", attributes: ["plan": "pro"]))
  }

  @Test func changesOfAttributesMakeOneRequest() async throws {
    let transport = ScriptedTransport(Self.personal)
    let bench = try Bench(transport)
    let flags = bench.client()
    try await flags.refresh()
    flags.setAttributes(["plan": "pro", "age": 30])
    flags.setAttributes(["country": "DE", "age": nil])
    try await bench.advance(by: 0.2, flags)
    flags.setAttributes(["country": "FR"])
    #expect(transport.requests.count == 1)
    #expect(who(flags) == "alice")
    try await bench.advance(by: 0.05, flags)
    try await until("the request is sent") { transport.requests.count == 2 }
    try await bench.settleRequests(flags)
    let expected = FlagContext(userID: "alice", attributes: ["plan": "pro", "country": "FR"])
    #expect(try transport.requests.last?.context == expected)
    flags.setAttributes(["plan": "pro"])
    try await bench.advance(by: 10, flags)
    #expect(transport.requests.count == 2)
  }

  @Test func whoWaitsWhileAttributesChangeGetsTheNewAnswer() async throws {
    let transport = ManualTransport()
    let bench = try Bench(transport)
    let flags = bench.client()
    let ends = Recorder<FeatureFlagsError?>()
    flags.refresh { ends.add($0) }
    let old = try await transport.next()
    flags.setAttributes(["plan": "pro"])
    old.answer(.answer([.flag("old")]))
    try await bench.advance(by: 0.25, flags)
    let new = try await transport.next()
    #expect(ends.count == 0)
    new.answer(.answer([.flag("new")]))
    try await until("the completion is called") { ends.count == 1 }
    #expect(flags.snapshot.all.map(\.key) == ["new"])
  }

  @Test func aDeviceThatRegistersAfterTheRequestAsksAgain() async throws {
    let transport = ScriptedTransport(Self.personal)
    let bench = try Bench(transport)
    let flags = bench.client(user: nil)
    try await flags.refresh()
    flags.setDeviceID("d1")
    #expect(who(flags) == "nobody")
    try await until("the request is sent") { transport.requests.count == 2 }
    #expect(try transport.requests.last?.context == FlagContext(deviceID: "d1"))
    try await bench.settleRequests(flags)
    flags.setDeviceID("d1")
    try await bench.settle(flags)
    #expect(transport.requests.count == 2)
  }

  @Test func aDeviceThatRegistersBeforeTheFirstRequestSendsNone() async throws {
    let transport = ScriptedTransport(Self.personal)
    let bench = try Bench(transport)
    let flags = bench.client(user: nil)
    flags.setDeviceID("d1")
    flags.setAttributes(["plan": "pro"])
    try await bench.advance(by: 10, flags)
    #expect(transport.requests.isEmpty)
    try await flags.refresh()
    #expect(try transport.requests.map { try $0.context } == [FlagContext(deviceID: "d1", attributes: ["plan": "pro"])])
  }

  @Test func theDeviceSurvivesSignInAndSignOut() async throws {
    let transport = ScriptedTransport(Self.personal)
    let flags = try Bench(transport).client(user: nil, device: "d1")
    try await flags.identify("alice")
    try await flags.identify(nil)
    #expect(try transport.requests.map { try $0.context.deviceID } == ["d1", "d1"])
  }
}
