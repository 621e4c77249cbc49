import Foundation
import Serin
import SerinFirebase
import SerinTesting
import Testing

@Suite struct IntervalTests {
  // SDK-04 and R3.3: within the interval what is held is the answer, and its age can be told.
  @Test func withinAnHourFirebaseIsAskedOnce() async throws {
    let bench = FirebaseBench(["a": "true"])
    let flags = bench.client()
    try await flags.refresh()
    let fetched = flags.state.confirmedAt
    #expect(fetched == bench.clock.now)
    bench.firebase.publish(["a": "false"])
    bench.clock.advance(by: 3599, frozen: true)
    #expect(try await flags.refresh() == .unchanged)
    #expect(bench.firebase.fetches.count == 1)
    #expect(flags.state.confirmedAt == fetched)
    bench.clock.advance(by: 1, frozen: true)
    #expect(try await flags.refresh() == .updated(changedKeys: ["a"]))
    #expect(bench.firebase.fetches.count == 2)
    #expect(flags.state.confirmedAt == bench.clock.now)
  }

  // SDK-06: the interval that was given is the one that holds.
  @Test func anIntervalOfZeroAsksEveryTime() async throws {
    let bench = FirebaseBench()
    let flags = bench.client { $0.minimumFetchInterval = 0 }
    for _ in 0..<3 { try await flags.refresh() }
    #expect(bench.firebase.fetches.count == 3)
  }

  @Test func anIntervalOfTenSecondsAsksAtZeroAndEleven() async throws {
    let bench = FirebaseBench()
    let flags = bench.client { $0.minimumFetchInterval = 10 }
    try await flags.refresh()
    bench.clock.advance(by: 9, frozen: true)
    try await flags.refresh()
    #expect(bench.firebase.fetches.count == 1)
    bench.clock.advance(by: 2, frozen: true)
    try await flags.refresh()
    #expect(bench.firebase.fetches.count == 2)
  }

  // SDK-08 and SDK-09: the timeout is not the age of flags, and what makes no sense means the default.
  @Test(arguments: [0, -1, .infinity, .nan] as [TimeInterval])
  func aTimeoutThatMakesNoSenseIsTenSecondsAndLeavesTheIntervalAlone(_ timeout: TimeInterval) async throws {
    let bench = FirebaseBench()
    let flags = bench.client { $0.requestTimeout = timeout }
    for _ in 0..<3 { try await flags.refresh() }
    #expect(bench.firebase.fetches.count == 1)
    #expect(bench.firebase.requests.allSatisfy { $0.timeout == 10 })
  }

  @Test(arguments: [(-1.0, 3600.0), (.nan, 3600), (.infinity, 3600), (100 * 3600, 12 * 3600)])
  func anIntervalThatMakesNoSenseIsAnHourAndALongOneHalfADay(_ given: Double, _ meant: Double) async throws {
    let bench = FirebaseBench()
    let flags = bench.client { $0.minimumFetchInterval = given }
    try await flags.refresh()
    bench.clock.advance(by: meant - 1, frozen: true)
    try await flags.refresh()
    #expect(bench.firebase.fetches.count == 1)
    bench.clock.advance(by: 1, frozen: true)
    try await flags.refresh()
    #expect(bench.firebase.fetches.count == 2)
  }

  @Test func aWallClockThatWasSetBackDoesNotStopTheFetches() async throws {
    let bench = FirebaseBench(["a": "true"])
    let flags = bench.client()
    try await flags.refresh()
    bench.clock.setWall(to: bench.clock.now.addingTimeInterval(-86_400 * 400))
    try await flags.refresh()
    #expect(bench.firebase.fetches.count == 2)
    #expect(flags.isEnabled("a", default: false))
  }

  @Test func anotherUserIsDrawnAnewWithoutARequest() async throws {
    // The draws are 194 for alice and 135 for bob.
    let bench = FirebaseBench(["new_checkout_enabled": canary(0.15)])
    let flags = bench.client(user: "alice")
    try await flags.refresh()
    #expect(flags.isEnabled("new_checkout_enabled", default: true) == false)
    flags.setUserID("bob")
    #expect(flags.isEnabled("new_checkout_enabled", default: false), "before setUserID has returned")
    flags.setUserID("alice")
    #expect(flags.isEnabled("new_checkout_enabled", default: true) == false)
    try await flags.refresh()
    #expect(bench.firebase.fetches.count == 1)
  }

  @Test func otherAttributesAreNoReasonToFetch() async throws {
    let bench = FirebaseBench(["a": "true"])
    let flags = bench.client { $0.userProperties = ["plan"] }
    try await flags.refresh()
    flags.setAttributes(["country": "DE"])
    try await flags.refresh()
    #expect(bench.firebase.fetches.count == 1)
  }

  @Test func anotherUserPropertyIsFetchedForAtOnceWithoutTheOldMark() async throws {
    let bench = FirebaseBench(["a": "true"])
    let flags = bench.client(attributes: ["plan": "free"]) { $0.userProperties = ["plan"] }
    try await flags.refresh()
    flags.setAttributes(["plan": "pro"])
    #expect(flags.isEnabled("a", default: false), "until the answer is there")
    try await flags.refresh()
    #expect(bench.firebase.fetches.count == 2)
    #expect(bench.firebase.fetches[1].headers["If-None-Match"] == nil)
    #expect(bench.firebase.fetches[1].json["analyticsUserProperties"] == ["plan": "pro"])
  }

  @Test func anotherUserWithOtherUserPropertiesDoesNotGetTheEarlierOnesFlags() async throws {
    let bench = FirebaseBench(["a": "true"])
    let flags = bench.client(attributes: ["plan": "pro"]) { $0.userProperties = ["plan"] }
    try await flags.refresh()
    bench.firebase.change { $0.isOffline = true }
    await #expect(throws: FeatureFlagsError.self) { try await flags.identify("bob", attributes: ["plan": "free"]) }
    #expect(flags.get("a") == nil)
  }
}
