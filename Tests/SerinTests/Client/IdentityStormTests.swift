import Foundation
import SerinLock
import TestRandom
import Testing

@testable import Serin

@Suite struct IdentityStormTests {
  private static let users: [String?] = ["A", "B", nil, "caf\u{E9}", "cafe\u{301}"]

  private static func name(_ user: String?) -> String {
    // Told apart by bytes, as users are.
    user.map { $0.utf8.map { String($0) }.joined(separator: ".") } ?? "nobody"
  }

  /// What a flag must say to be this user's.
  private static func answer(to request: FlagRequest, revision: Int) throws -> FlagResponse {
    let user = name(try request.context.userID)
    return .answer(
      revision: Double(revision),
      [.flag("who", properties: ["user": .string(user), "revision": .number(Double(revision))])])
  }

  private static func who(_ flags: some FlagReading) -> String? {
    flags.get("who")?.string(forProperty: "user", default: "")
  }

  // On the main actor, so that a completion which runs before the call returns was called from inside it.
  @Test(arguments: 0..<20) @MainActor
  func noReadingEverShowsAnotherUsersValues(_ block: Int) async throws {
    // 20 blocks of 50 interleavings or more, each with a seed of its own.
    let count = raceRounds(50)
    for seed in (block * count)..<((block + 1) * count) {
      try await storm(seed: UInt64(seed))
    }
  }

  @MainActor
  private func storm(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let transport = ManualTransport()
    let bench = try Bench(transport)
    let flags = bench.client(user: "A") { $0.storage = seed % 4 == 0 ? $0.storage : .memory }
    let ends = Recorder<Int>()
    var started = 0
    var waiting: [ManualTransport.Exchange] = []
    var revision = 0
    var user: String? = "A"

    func check(_ place: String) {
      let seen = Self.who(flags)
      #expect(
        seen == nil || seen == Self.name(user), "seed \(seed), \(place): user \(Self.name(user)) sees \(seen ?? "")")
    }
    func begin(_ call: (@escaping @MainActor @Sendable (FeatureFlagsError?) -> Void) -> Void) {
      let number = started
      started += 1
      let isInside = Lock(true)
      call { _ in
        MainActor.preconditionIsolated()
        #expect(!isInside.withLock { $0 }, "seed \(seed): a completion was called inside the call")
        ends.add(number)
      }
      isInside.withLock { $0 = false }
    }
    func answerOne() throws {
      waiting += transport.takeAll()
      guard !waiting.isEmpty else { return }
      let exchange = waiting.remove(at: Int.random(in: waiting.indices, using: &generator))
      revision += 1
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: exchange.fail()
      case 1: exchange.answer(FlagResponse(status: 500))
      case 2: exchange.answer(.text("<html>"))
      default: exchange.answer(try Self.answer(to: exchange.request, revision: revision))
      }
    }

    for step in 0..<12 {
      switch Int.random(in: 0..<7, using: &generator) {
      case 0...2:
        user = Self.users[Int.random(in: Self.users.indices, using: &generator)]
        begin { flags.setUserID(user, completion: $0) }
        check("step \(step), right after the switch")
      case 3: begin { flags.refresh(completion: $0) }
      case 4: flags.setDeviceID("d\(step)")
      default: try answerOne()
      }
      for _ in 0..<Int.random(in: 0..<4, using: &generator) { await Task.yield() }
      check("step \(step)")
    }

    user = Self.users[Int(seed % UInt64(Self.users.count))]
    begin { flags.setUserID(user, completion: $0) }
    try await until("seed \(seed): everybody is answered") {
      // Whatever is still under way: late answers first, in any order, the newest among them.
      waiting += transport.takeAll()
      waiting.shuffle(using: &generator)
      for exchange in waiting {
        revision += 1
        guard let response = try? Self.answer(to: exchange.request, revision: revision) else { return false }
        exchange.answer(response)
      }
      waiting = []
      check("at the end")
      return ends.count >= started && flags.engine.core.withLock { $0.flight == nil }
    }
    begin { flags.refresh(completion: $0) }
    try await until("seed \(seed): the last refresh has ended") {
      for exchange in transport.takeAll() {
        revision += 1
        guard let response = try? Self.answer(to: exchange.request, revision: revision) else { return false }
        exchange.answer(response)
      }
      return ends.count >= started
    }
    #expect(Self.who(flags) == Self.name(user), "seed \(seed)")
    #expect(ends.all.sorted() == Array(0..<started), "seed \(seed): each completion exactly once")
    flags.close()
  }

  @Test func switchesOnManyThreadsEndWithOneUsersFlags() async throws {
    let transport = ScriptedTransport { request, index in
      await Task.yield()
      return try Self.answer(to: request, revision: index)
    }
    let bench = try Bench(transport)
    let flags = bench.client(user: nil)
    for round in 0..<raceRounds(40) {
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<8 {
          group.addTask {
            let user = Self.users[(round + task) % Self.users.count]
            _ = try? await flags.identify(user)
          }
          group.addTask {
            for _ in 0..<50 {
              // Before and after the reading: in between another thread may have set another user.
              let before = flags.context.userID
              let seen = Self.who(flags)
              let after = flags.context.userID
              let possible = Self.users.map(Self.name)
              #expect(seen.map(possible.contains) ?? true)
              if haveSameBytes(before, after), let seen, seen != Self.name(before) {
                // Only possible when the user was switched away and back during the reading.
                #expect(possible.contains(seen))
              }
            }
          }
        }
      }
      _ = try? await flags.refresh()
      try await bench.settleRequests(flags)
      let seen = Self.who(flags)
      #expect(seen == nil || seen == Self.name(flags.context.userID))
    }
  }
}
