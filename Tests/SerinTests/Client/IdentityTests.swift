import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct IdentityTests {
  /// A server that says whom it evaluated for.
  static let personal: ScriptedTransport.Script = { request, _ in
    let user = try request.context.userID ?? "nobody"
    return .answer([.flag("who", properties: ["user": .string(user)])], tag: "W/\"\(user)\"")
  }

  private func who(_ flags: FeatureFlags) -> String { Self.who(flags) }

  static func who(_ flags: FeatureFlags) -> String {
    flags.get("who")?.string(forProperty: "user", default: "") ?? "unknown"
  }

  @Test @MainActor func theEarlierUsersFlagsAreGoneBeforeTheCallReturns() async throws {
    let bench = try Bench(ScriptedTransport(Self.personal))
    let flags = bench.client()
    try await flags.refresh()
    #expect(who(flags) == "alice")
    let ends = Recorder<FeatureFlagsError?>()
    flags.setUserID("bob") { ends.add($0) }
    #expect(flags.context.userID == "bob")
    #expect(who(flags) != "alice")
    #expect(ends.count == 0)
    try await until("the completion is called") { ends.count == 1 }
    #expect(ends.all == [nil])
    #expect(who(flags) == "bob")
  }

  @Test func signingOutIsASwitchToo() async throws {
    let bench = try Bench(ScriptedTransport(Self.personal))
    let flags = bench.client()
    try await flags.refresh()
    try await flags.identify(nil)
    #expect(who(flags) == "nobody")
    #expect(flags.context.userID == nil)
    // An empty id is none.
    #expect(try await flags.identify("") == .unchanged)
  }

  @Test func theNewUsersStoredFlagsAreThereAtOnce() async throws {
    let transport = ScriptedTransport(Self.personal)
    let bench = try Bench(transport)
    let flags = bench.client(user: "alice")
    try await flags.refresh()
    try await flags.identify("bob")
    transport.goOffline()
    flags.setUserID("alice")
    #expect(who(flags) == "alice")
    #expect(flags.get("who")?.origin == .stored)
    #expect(flags.state.origin == .stored)
    flags.setUserID("bob")
    #expect(who(flags) == "bob")
    flags.setUserID("carol")
    #expect(who(flags) == "unknown")
  }

  @Test func aFailureForTheNewUserNeverServesTheEarlierOne() async throws {
    let transport = ManualTransport()
    let bench = try Bench(transport)
    let flags = bench.client(user: "alice")
    flags.refresh(completion: nil)
    try await transport.next().answer(.answer([.flag("who", properties: ["user": "alice"])]))
    try await until("alice's flags are there") { who(flags) == "alice" }
    flags.setUserID("bob")
    let exchange = try await transport.next()
    #expect(await flags.ready(within: 0).origin == .code)
    #expect(who(flags) == "unknown")
    exchange.fail()
    try await bench.settleRequests(flags)
    #expect(who(flags) == "unknown")
    #expect(flags.state.lastError?.code == 0)
  }

  @Test @MainActor func theSameIdAgainChangesNothing() async throws {
    let transport = ScriptedTransport(Self.personal)
    let bench = try Bench(transport)
    let flags = bench.client()
    try await flags.refresh()
    #expect(try await flags.identify("alice") == .unchanged)
    let ends = Recorder<FeatureFlagsError?>()
    flags.setUserID("alice") { ends.add($0) }
    #expect(ends.count == 0)
    try await until("the completion is called") { ends.count == 1 }
    #expect(transport.requests.count == 1)
    #expect(who(flags) == "alice")
  }

  @Test func idsThatOnlyLookTheSameAreTwoUsers() async throws {
    let transport = ScriptedTransport { request, _ in
      let user = try request.context.userID ?? ""
      return .answer([.flag("who", properties: ["bytes": .number(Double(user.utf8.count))])])
    }
    let bench = try Bench(transport)
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    let flags = bench.client(user: composed)
    try await flags.refresh()
    flags.setUserID(decomposed)
    #expect(flags.get("who") == nil)
    try await until("the answer is there") { flags.get("who") != nil }
    #expect(flags.get("who")?.number(forProperty: "bytes", default: 0) == 6)
    #expect(transport.requests.count == 2)
    flags.close()
    #expect(bench.answerFiles.count == 2)
    #expect(bench.client(user: composed).get("who")?.number(forProperty: "bytes", default: 0) == 5)
    #expect(bench.client(user: decomposed).get("who")?.number(forProperty: "bytes", default: 0) == 6)
  }

  @Test func aLateAnswerForAnEarlierUserIsDropped() async throws {
    let transport = ManualTransport()
    let bench = try Bench(transport)
    let flags = bench.client(user: "alice")
    flags.refresh(completion: nil)
    let forAlice = try await transport.next()
    let task = try #require(flags.engine.core.withLock { $0.flight?.task })
    flags.setUserID("bob")
    let forBob = try await transport.next()
    forBob.answer(.answer([.flag("who", properties: ["user": "bob"])]))
    try await until("bob's flags are there") { who(flags) == "bob" }
    forAlice.answer(.answer(revision: 9, [.flag("who", properties: ["user": "alice"])]))
    await task.value
    #expect(who(flags) == "bob")
    flags.close()
    #expect(who(bench.client(user: "alice")) == "unknown")
    #expect(who(bench.client(user: "bob")) == "bob")
  }

  @Test func whoWaitsForAnEarlierUserHearsThatItWasSuperseded() async throws {
    let transport = ManualTransport()
    let bench = try Bench(transport)
    let flags = bench.client(user: nil)
    let ends = Recorder<String>()
    flags.setUserID("alice") { ends.add("alice \($0?.code ?? -1)") }
    _ = try await transport.next()
    flags.refresh { ends.add("refresh \($0?.code ?? -1)") }
    flags.setUserID("bob") { ends.add("bob \($0?.code ?? -1)") }
    try await transport.next().answer(.answer())
    try await until("all have ended") { ends.count == 3 }
    #expect(ends.all.sorted() == ["alice 0", "bob -1", "refresh -1"])
  }

  @Test @MainActor func aSwitchIsOneChange() async throws {
    let transport = ManualTransport()
    let bench = try Bench(transport)
    let flags = bench.client(user: "alice")
    flags.refresh(completion: nil)
    try await transport.next().answer(.answer([.flag("same"), .flag("only alice")]))
    try await until("flags are there") { flags.get("same") != nil }
    flags.setUserID("bob")
    try await transport.next().answer(.answer([.flag("same"), .flag("only bob")]))
    try await until("bob's flags are there") { flags.get("only bob") != nil }
    try await bench.settleRequests(flags)
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    flags.setUserID("alice")
    try await until("the listener is told") { listener.changes.count == 1 }
    let change = try #require(listener.changes.first)
    #expect(change.cause == .identity)
    #expect(change.changedKeys == ["only alice", "only bob"])
    #expect(change.snapshot.all.map(\.key) == ["only alice", "same"])
  }

  @Test func whileTheNewUsersFileIsReadNobodySeesTheEarlierUser() async throws {
    let bench = try Bench(ScriptedTransport(Self.personal))
    let files = FaultyFiles()
    let flags = bench.client { $0.files = files }
    try await flags.refresh()
    let seen = Recorder<String>()
    files.beforeReading.withLock { $0 = { _ in seen.add(Self.who(flags)) } }
    flags.setUserID("bob")
    #expect(seen.all == ["unknown"])
  }

  @Test func aUserWhoIsSetWhileAnotherOnesFileIsReadStays() async throws {
    let transport = ScriptedTransport(Self.personal)
    let bench = try Bench(transport)
    let files = FaultyFiles()
    let flags = bench.client(user: "bob") { $0.files = files }
    try await flags.refresh()
    try await flags.identify("alice")
    transport.goOffline()
    let ends = Recorder<String>()
    let once = Lock(true)
    files.beforeReading.withLock {
      $0 = { _ in
        guard once.exchange(false) else { return }
        flags.setUserID("carol") { ends.add("carol \($0?.code ?? -1)") }
      }
    }
    flags.setUserID("bob") { ends.add("bob \($0?.code ?? -1)") }
    #expect(flags.context.userID == "carol")
    #expect(who(flags) == "unknown")
    try await until("both have ended") { ends.count == 2 }
    #expect(who(flags) == "unknown")
    #expect(ends.all.sorted() == ["bob 0", "carol 0"])
  }

  @Test func aTaskThatIsCancelledAlreadySetsTheUserAllTheSame() async throws {
    let bench = try Bench(ScriptedTransport(Self.personal))
    let flags = bench.client()
    try await flags.refresh()
    let signingOut = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await flags.identify(nil)
    }
    let error = await #expect(throws: FeatureFlagsError.self) { try await signingOut.value }
    #expect(error?.code == 0)
    #expect(flags.context.userID == nil)
    #expect(who(flags) != "alice")
    try await until("the flags of nobody are there") { who(flags) == "nobody" }
  }
}
