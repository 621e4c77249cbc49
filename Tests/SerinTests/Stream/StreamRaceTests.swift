import Foundation
import SerinLock
import TestRandom
import Testing

@testable import Serin

/// SDK-39: the stream is started, stopped and left in every state, from several threads.
@Suite struct StreamRaceTests {
  /// What the rounds draw from, whichever thread comes first.
  private final class Dice: Sendable {
    private let generator: Lock<SeededGenerator>

    init(seed: UInt64) { generator = Lock(SeededGenerator(seed: seed)) }

    func roll(_ sides: Int) -> Int { generator.withLock { Int.random(in: 0..<sides, using: &$0) } }
  }

  @Test func startingStoppingAndSwitchingTheUserIsSafeInEveryStateOfTheStream() async throws {
    for round in 0..<raceRounds(200) { try await race(UInt64(round)) }
  }

  private func race(_ round: UInt64) async throws {
    let dice = Dice(seed: round)
    let isCalm = Lock(false)
    let transport = StreamTransport(
      { request, index in .answer(revision: Double(index), [.flag(try request.context.userID ?? "nobody")]) },
      onOpen: { connection, _ in isCalm.withLock { $0 } ? connection.open() : Self.disturb(connection, dice) })
    let bench = try Bench(transport)
    let flags = bench.client {
      $0.storage = .memory
      $0.random = { Double(dice.roll(100)) / 100 }
    }
    flags.start()
    try await until("the client follows the lifecycle") { bench.lifecycle.followerCount == 1 }
    let ends = Recorder<Int>()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for _ in 0..<12 { await Self.move(bench, dice) } }
      group.addTask { for _ in 0..<12 { await Self.talk(transport, dice) } }
      group.addTask { for call in 0..<12 { await Self.switchUser(flags, call, dice, ends) } }
    }
    if round % 2 == 0 { try await comeToRest(bench, flags, isCalm, round) }
    flags.close()
    try await until("round \(round): no connection is open") { transport.openCount == 0 }
    try await until("round \(round): all completions are called") { ends.count >= 12 }
    try await bench.settle(flags)
    #expect(ends.all.sorted() == Array(0..<12), "round \(round)")
    #expect(try flags.stream.state.withLock { $0.run == nil && $0.timer == nil }, "round \(round)")
  }

  /// After all that, a new session has a stream, and the flags of the last user.
  private func comeToRest(_ bench: Bench, _ flags: FeatureFlags, _ isCalm: Lock<Bool>, _ round: UInt64) async throws {
    isCalm.withLock { $0 = true }
    bench.lifecycle.enter(.active)
    bench.lifecycle.enter(.background)
    try await until("round \(round): in background") {
      let isForeground = try flags.stream.state.withLock(\.isForeground)
      return !isForeground && flags.engine.core.withLock { $0.session.hasBegun && !$0.session.isActive }
    }
    bench.clock.advance(by: 7200)
    bench.lifecycle.enter(.active)
    try await until("round \(round): the stream is open") { flags.state.isStreaming }
    let user = flags.context.userID ?? "nobody"
    try await until("round \(round): the last user's flags are there") { flags.snapshot.all.map(\.key) == [user] }
  }

  /// What a server does with a new connection.
  private static func disturb(_ connection: StreamTransport.Connection, _ dice: Dice) {
    switch dice.roll(9) {
    case 0: connection.end()
    case 1: connection.fail()
    case 2: connection.refuse([401, 404, 500, 503][dice.roll(4)], headers: ["Retry-After": "5"])
    case 3: break
    case 4:
      connection.open()
      connection.end()
    default:
      connection.open()
      connection.change(dice.roll(40), spread: Double(dice.roll(3)))
    }
  }

  /// The app comes and goes, and time passes.
  private static func move(_ bench: Bench, _ dice: Dice) async {
    switch dice.roll(6) {
    case 0, 1: bench.lifecycle.enter(.active)
    case 2: bench.lifecycle.enter(.background)
    case 3: bench.lifecycle.enter(.networkAvailable)
    default: bench.clock.advance(by: [0.1, 1, 10, 50][dice.roll(4)])
    }
    await Task.yield()
  }

  /// The server says something on one of the connections, or ends it.
  private static func talk(_ transport: StreamTransport, _ dice: Dice) async {
    let connections = transport.connections
    if !connections.isEmpty {
      let connection = connections[dice.roll(connections.count)]
      switch dice.roll(4) {
      case 0: connection.end()
      case 1: connection.fail()
      case 2: connection.heartbeat()
      default: connection.change(dice.roll(40), spread: Double(dice.roll(3)))
      }
    }
    await Task.yield()
  }

  /// Another user, whose flags are the only ones to be seen from now on.
  private static func switchUser(_ flags: FeatureFlags, _ call: Int, _ dice: Dice, _ ends: Recorder<Int>) async {
    let user = "user\(dice.roll(3))"
    flags.setUserID(user) { _ in ends.add(call) }
    for flag in flags.snapshot.all { #expect(flag.key == user) }
    await Task.yield()
  }
}
