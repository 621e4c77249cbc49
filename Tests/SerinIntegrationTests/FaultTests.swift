import Foundation
import Serin
import SerinLock
import SerinTesting
import Testing

/// Every fault of the network ends in a good answer or in an error with the right code, and spoils nothing.
@Suite struct FaultTests {
  /// What a refresh must end with: nil for an answer.
  private static let faults: [(Fault, Int?)] = [
    (.none, nil), (.delay(50), nil), (.twice, nil), (.refuse, 0), (.corruptStatus, 0), (.page, 200),
    (.cutStatus, 0), (.cut(after: 0), 0), (.cut(after: 60), 0), (.cut(after: 10_000), 0),
    (.reset(after: 0), 0), (.reset(after: 60), 0), (.reset(after: 10_000), 0),
    (.stall(after: 0), 0), (.stall(after: 60), 0), (.stall(after: 400), 0),
    (.truncate(to: 0), 200), (.truncate(to: 1), 200), (.truncate(to: 300), 200),
    (.corrupt(at: 0), 200), (.corrupt(at: 40), 200), (.corrupt(at: -1), 200),
  ]

  @Test(arguments: faults)
  func aFaultEndsInAnAnswerOrInAnErrorAndSpoilsNothing(_ fault: Fault, _ code: Int?) async throws {
    let world = try await World()
    var isStall = false
    if case .stall = fault { isStall = true }
    let earlier = try world.client()
    try await earlier.refresh()
    // Waits until the answer is on the disk.
    earlier.close()
    let flags = try world.client(timeout: isStall ? 1 : 240)
    #expect(flags.isEnabled("checkout", default: false))
    let stored = world.storedAnswers()
    try await world.server.kill("checkout")
    let revision = try #require(flags.state.revision)

    world.proxy.fault = fault
    let ends = Ends()
    for _ in 0..<5 { flags.refresh { ends.add($0) } }
    try await until("all are called") { ends.all.count >= 5 }
    #expect(ends.all == Array(repeating: code, count: 5))
    #expect(flags.owner == "alice")
    if code == nil {
      #expect(flags.state.revision == revision + 1)
      #expect(!flags.isEnabled("checkout", default: true))
      #expect(flags.state.lastError == nil)
    } else {
      #expect(flags.state.revision == revision)
      #expect(flags.isEnabled("checkout", default: false))
      #expect(flags.state.lastError?.code == code)
      #expect(world.storedAnswers() == stored, "the stored bytes are untouched")
    }

    // The network is good again.
    world.proxy.fault = .none
    // A client that waits a second only may need more than one try on a busy machine.
    try await until("the network is good again") { (try? await flags.refresh()) != nil }
    #expect(!flags.isEnabled("checkout", default: true))
    #expect(ends.all.count == 5)
    flags.close()
    #expect(Set(stored.keys) == Set(world.storedAnswers().keys), "no other answer is left in the folder")
    #expect(stored.count == 1)
    await world.server.stop()
  }

  @Test func theStoredAnswerSurvivesTheNetworkAndIsConfirmedWith304() async throws {
    let world = try await World()
    let first = try world.client()
    try await first.refresh()
    first.close()

    world.proxy.fault = .refuse
    let offline = try world.client()
    #expect(offline.state.origin == .stored)
    #expect(offline.owner == "alice")
    let error = await #expect(throws: FeatureFlagsError.self) { try await offline.refresh() }
    #expect(error?.code == 0)
    #expect(offline.owner == "alice")
    offline.close()

    world.proxy.fault = .none
    let online = try world.client()
    #expect(online.state.origin == .stored)
    #expect(try await online.refresh() == .unchanged)
    #expect(online.state.origin == .remote)
    #expect(world.proxy.statuses.last == 304)
    try await world.server.kill("checkout")
    #expect(try await online.refresh() == .updated(changedKeys: ["checkout"]))
    #expect(world.proxy.statuses.last == 200)
    online.close()
    await world.server.stop()
  }

  @Test func switchingTheUserDuringFaultsNeverShowsAnotherUsersFlags() async throws {
    let world = try await World()
    let flags = try world.client(timeout: 0.5)
    var generator = Dice(state: 3)
    let ends = Ends()
    let users = ["alice", "bob", "carol"]
    var user = "alice"
    for round in 0..<60 {
      let bytes = Int.random(in: 0..<500, using: &generator)
      // Faults that take their time are the rarer ones.
      let faults: [Fault] = [
        .none, .none, .none, .twice, .delay(20), .refuse, .page, .cut(after: bytes), .reset(after: bytes),
        .truncate(to: bytes), .corrupt(at: bytes), round % 10 == 0 ? .stall(after: bytes) : .none,
      ]
      world.proxy.fault = faults.randomElement(using: &generator) ?? .none
      user = users.randomElement(using: &generator) ?? user
      flags.setUserID(user, attributes: ["name": .string(user)]) { ends.add($0) }
      for _ in 0..<10 {
        #expect([nil, user].contains(flags.owner), "round \(round)")
        try await Task.sleep(nanoseconds: UInt64.random(in: 0...1_000_000, using: &generator))
      }
      if Bool.random(using: &generator) { _ = try? await flags.refresh() }
      #expect([nil, user].contains(flags.owner), "round \(round)")
    }
    world.proxy.fault = .none
    // A request that is still under way may have met a fault.
    while flags.state.origin != .remote || flags.owner != user { _ = try? await flags.refresh() }
    try await until("all are called") { ends.all.count >= 60 }
    #expect(ends.all.count == 60)
    #expect(ends.all.allSatisfy { [nil, 0, 200].contains($0) })
    flags.close()

    // What is on the disk is each user's own.
    world.proxy.fault = .refuse
    for user in users { #expect([nil, user].contains(try world.client(user: user).owner)) }
    await world.server.stop()
  }
}

/// The same numbers for the same start (SplitMix64).
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
