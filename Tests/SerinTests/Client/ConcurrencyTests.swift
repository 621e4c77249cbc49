import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct ConcurrencyTests {
  @Test func allReadingsOfASnapshotAgree() async throws {
    // Every answer has the same value in all its flags.
    let transport = ScriptedTransport { _, index in
      let value: JSONObject = ["round": .number(Double(index))]
      return .answer(revision: Double(index), (0..<20).map { .flag("flag\($0)", index % 2 == 0, properties: value) })
    }
    let flags = try Bench(transport).client {
      $0.isRefreshThrottled = false
      $0.storage = .memory
    }
    try await flags.refresh()
    let isDone = Lock(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          while !isDone.withLock({ $0 }) {
            let snapshot = flags.snapshot
            let rounds = Set(snapshot.all.map { $0.number(forProperty: "round", default: -1) })
            #expect(rounds.count == 1)
            #expect(snapshot.all.count == 20)
            for flag in snapshot.all {
              #expect(snapshot.isEnabled(flag.key, default: !flag.isEnabled) == flag.isEnabled)
            }
            #expect(flags.get("flag3") != nil)
            await Task.yield()
          }
        }
      }
      group.addTask {
        while !isDone.withLock({ $0 }) { await Self.addAndRemoveListener(flags) }
      }
      for _ in 0..<raceRounds(300) { try await flags.refresh() }
      isDone.withLock { $0 = true }
      try await group.waitForAll()
    }
  }

  @MainActor
  private static func addAndRemoveListener(_ flags: FeatureFlags) async {
    let listener = RecordingListener()
    flags.addUpdateListener(listener)
    await Task.yield()
    flags.removeUpdateListener(listener)
  }

  @Test @MainActor func readingDoesNotWaitForAHangingDiskAndNetwork() async throws {
    let transport = ManualTransport()
    let files = FaultyFiles()
    let flags = try Bench(transport).client { $0.files = files }
    flags.refresh(completion: nil)
    try await transport.next().answer(.answer())
    try await until("flags are there") { flags.get("a") != nil }
    files.hang()
    defer { files.goOn() }
    flags.setAttributes(["plan": "pro"])
    flags.refresh(completion: nil)
    try await transport.next().answer(.answer(revision: 2, [.flag("a", false)]))
    // The answer is being written, which does not end; the next request is not answered either.
    try await until("the disk hangs") { files.writes.count == 2 }
    flags.setAttributes(["plan": "free"])
    flags.refresh(completion: nil)
    _ = try await transport.next()
    let start = Date()
    for _ in 0..<1000 { #expect(!flags.isEnabled("a", default: true)) }
    #expect(flags.state.origin == .remote)
    #expect(Date().timeIntervalSince(start) < 1)
  }

  /// Users' request 12: leaving the foreground while the disk hangs holds neither the main thread nor the phase up.
  @Test @MainActor func leavingTheForegroundDoesNotWaitForAHangingDisk() async throws {
    let files = FaultyFiles()
    let transport = ScriptedTransport()
    let bench = try Bench(transport)
    let flags = try await bench.seeingClient { $0.files = files }
    flags.logImpression("a")
    try await bench.settleEvents(flags)
    files.hang()
    defer { files.goOn() }
    transport.answer(.answer(revision: 2, [.flag("b")]))
    bench.clock.advance(by: 600)
    try await flags.refresh()
    flags.logImpression("b")
    let start = Date()
    bench.lifecycle.enter(.background)
    try await until("in background") { flags.engine.core.withLock { !$0.session.isActive } }
    #expect(flags.isEnabled("b", default: false))
    #expect(flags.engine.runs.state.withLock { $0.record.phase } == .background)
    #expect(Date().timeIntervalSince(start) < 5)
  }

  @Test func changesAndUnchangedAnswersTogetherEndEveryCompletionOnce() async throws {
    let transport = ScriptedTransport { _, index in .answer(revision: Double(index), [.flag("a", index % 3 == 0)]) }
    let flags = try Bench(transport).client {
      $0.isRefreshThrottled = false
      $0.storage = .memory
    }
    let ends = Recorder<Int>()
    let calls = raceRounds(100)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<10 {
        group.addTask {
          for call in 0..<calls {
            flags.refresh { _ in ends.add(task * calls + call) }
            if call % 10 == 0 { await Task.yield() }
          }
        }
      }
    }
    try await until("all are called") { ends.count >= 10 * calls }
    await MainActor.run {}
    #expect(ends.all.sorted() == Array(0..<(10 * calls)))
  }

  @Test func goingToAndFroInBackgroundLosesNothing() async throws {
    let transport = ScriptedTransport { _, index in .answer(revision: Double(index), [.flag("v\(index)")]) }
    let bench = try Bench(transport)
    let flags = try await bench.activeClient()
    try await bench.settleRequests(flags)
    for round in 1...raceRounds(200) {
      bench.lifecycle.enter(.background)
      try await until("in background") { flags.engine.core.withLock { !$0.session.isActive } }
      bench.clock.advance(by: 1800, frozen: true)
      bench.lifecycle.enter(.active)
      try await until("round \(round) is answered") { flags.get("v\(round)") != nil }
    }
    flags.close()
    #expect(bench.client().get("v\(raceRounds(200))") != nil)
  }
}
