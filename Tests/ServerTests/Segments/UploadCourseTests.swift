import SerinFlags
import SerinLock
import Store
import Testing

@testable import Server

/// What happens while a list is being written.
@Suite struct UploadCourseTests {
  private func bench() async throws -> (SegmentBench, FaultyStore) {
    let fixture = try await Fixture()
    let store = FaultyStore(fixture.store)
    let bench = try await SegmentBench(fixture: fixture, store: store)
    try await bench.create("vip")
    try await bench.change("vip", .replace, SegmentBench.lines(0..<2000))
    return (bench, store)
  }

  private func leftovers(_ bench: SegmentBench) async throws -> Bool {
    let list = try await bench.fixture.store.list(
      environmentID: bench.place.environment.id, segmentID: bench.segments.details("vip", in: bench.place).record.id,
      at: .max)
    return list?.count != 2000
  }

  @Test func aKillInTheMiddleOfAnUploadIsDoneAtOnce() async throws {
    let (bench, store) = try await bench()
    let isKilled = Lock<Bool?>(nil)
    store.beforeStaging {
      let view = try? await bench.segments.flags.setKilled(
        true, "new_checkout", in: bench.place, by: .setup, reason: "now")
      isKilled.withLock { $0 = view?.item.isKilled }
    }
    let result = try await bench.change("vip", .replace, SegmentBench.lines(0..<3000))
    #expect(isKilled.withLock { $0 } == true)
    #expect(result.details.count == 3000)
    #expect(bench.keeper.state.rulesets[bench.place.environment.id]?.isComplete == true)
  }

  @Test func anEditInTheMiddleOfAnUploadIsKeptAndTheUploadTriedAgainOnTopOfIt() async throws {
    let (bench, store) = try await bench()
    store.beforeStaging { _ = try? await bench.change("vip", .add, "somebody else\n") }
    let result = try await bench.change("vip", .add, "mine\n")
    #expect(result.details.count == 2002)
    #expect(try await bench.contains("somebody else", "vip"))
    #expect(try await bench.contains("mine", "vip"))
  }

  @Test func anUploadWhoseClientHasGoneChangesNothing() async throws {
    let (bench, store) = try await bench()
    let task = Lock<Task<Problem?, Never>?>(nil)
    store.beforeStaging { task.withLock { $0 }?.cancel() }
    let upload = Task { () async -> Problem? in
      while task.withLock({ $0 }) == nil { await Task.yield() }
      // More than one batch: what is put aside first is thrown away again.
      return await problem { () throws(Problem) in
        try await bench.change("vip", .replace, SegmentBench.lines(0..<40_000))
      }
    }
    task.withLock { $0 = upload }
    #expect(await upload.value?.status == 400)
    #expect(try await leftovers(bench) == false)
    #expect(try await bench.change("vip", .add, "one\n").details.count == 2001)
  }

  @Test func aStoreThatFailsInTheMiddleLeavesTheOldList() async throws {
    let (bench, store) = try await bench()
    let folder = bench.fixture.store
    store.beforeStaging { await folder.close() }
    let failed = await problem { () throws(Problem) in
      try await bench.change("vip", .replace, SegmentBench.lines(0..<3000))
    }
    #expect(failed.status == 503)
    #expect(bench.keeper.state.rulesets[bench.place.environment.id]?.lists.values.map(\.count) == [2000])
  }
}
