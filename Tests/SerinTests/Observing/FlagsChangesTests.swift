import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct FlagsChangesTests {
  private let transport = ScriptedTransport()
  private let bench: Bench

  init() throws { bench = try Bench(transport) }

  private func client() -> FeatureFlags { bench.client { $0.isRefreshThrottled = false } }

  private func refresh(_ flags: FeatureFlags, _ revision: Double, _ answer: [JSONValue]) async throws {
    transport.answer(.answer(revision: revision, answer))
    try await flags.refresh()
  }

  @Test func theFirstElementIsWhatIsInEffect() async throws {
    let flags = client()
    try await refresh(flags, 1, [.flag("a")])
    var changes = flags.changes.makeAsyncIterator()
    let first = try #require(await changes.next())
    #expect(first.cause == .current)
    #expect(first.changedKeys.isEmpty)
    #expect(first.snapshot.all.map(\.key) == ["a"])
  }

  @Test func whoComesLateHasTheStateOfThatMomentAndNothingEarlier() async throws {
    let flags = client()
    let changes = flags.changes
    try await refresh(flags, 1, [.flag("a")])
    try await refresh(flags, 2, [.flag("a", false)])
    var late = changes.makeAsyncIterator()
    #expect(await late.next()?.snapshot.isEnabled("a", default: true) == false)
    try await refresh(flags, 3, [.flag("a")])
    let next = try #require(await late.next())
    #expect(next.changedKeys == ["a"])
    #expect(next.cause == .refresh)
    #expect(next.snapshot.isEnabled("a", default: false))
  }

  @Test func aSlowReaderHasOneElementWithTheNewestSnapshotAndAllKeys() async throws {
    let flags = client()
    try await refresh(flags, 1, [.flag("a"), .flag("b"), .flag("c")])
    var slow = flags.changes.makeAsyncIterator()
    _ = await slow.next()
    try await refresh(flags, 2, [.flag("a", false), .flag("b"), .flag("c")])
    try await refresh(flags, 3, [.flag("a", false), .flag("b", false), .flag("c")])
    try await refresh(flags, 4, [.flag("a"), .flag("b", false), .flag("c")])
    let element = try #require(await slow.next())
    #expect(element.changedKeys == ["a", "b"])
    #expect(element.snapshot.get("a")?.isEnabled == true)
    #expect(element.snapshot.get("b")?.isEnabled == false)
    #expect(element.snapshot.get("b")?.revision == 4)
    // There is no second element: the next one is that of the next change.
    try await refresh(flags, 5, [.flag("a"), .flag("b", false), .flag("c", false)])
    #expect(await slow.next()?.changedKeys == ["c"])
  }

  @Test func anAnswerWithTheSameEffectIsNoElement() async throws {
    let flags = client()
    try await refresh(flags, 1, [.flag("a", properties: ["n": 1])])
    var changes = flags.changes.makeAsyncIterator()
    _ = await changes.next()
    try await refresh(flags, 2, [.flag("a", rule: "r_9", properties: ["n": 1.0])])
    try await refresh(flags, 3, [.flag("a", properties: ["n": 2])])
    let element = try #require(await changes.next())
    #expect(element.snapshot.get("a")?.revision == 3)
    #expect(element.snapshot.get("a")?.number(forProperty: "n", default: 0) == 2)
  }

  @Test func oneOfFiftyFlagsThatChangesIsNamedAlone() async throws {
    let names = (0..<50).map { "flag\($0)" }
    let flags = client()
    try await refresh(flags, 1, names.map { .flag($0) })
    var changes = flags.changes.makeAsyncIterator()
    _ = await changes.next()
    try await refresh(flags, 2, names.map { .flag($0) })
    try await refresh(flags, 3, names.map { .flag($0, $0 != "flag7") })
    #expect(await changes.next()?.changedKeys == ["flag7"])
  }

  @Test func anotherUserIsAChangeWithItsCause() async throws {
    let flags = client()
    try await refresh(flags, 1, [.flag("a")])
    var changes = flags.changes.makeAsyncIterator()
    _ = await changes.next()
    transport.goOffline()
    await #expect(throws: FeatureFlagsError.self) { try await flags.identify("bob") }
    let element = try #require(await changes.next())
    #expect(element.cause == .identity)
    #expect(element.changedKeys == ["a"])
    #expect(element.snapshot.all.isEmpty)
  }

  @Test func whatBecomesTooOldIsAChangeWithItsCause() async throws {
    let flags = client()
    try await refresh(flags, 1, [.flag("a")])
    var changes = flags.changes.makeAsyncIterator()
    _ = await changes.next()
    try await bench.advance(by: 24 * 3600, flags)
    let element = try #require(await changes.next())
    #expect(element.cause == .expiry)
    #expect(element.changedKeys == ["a"])
  }

  @Test func aReaderThatBeginsAfterTheExpiryAndBeforeTheTimerHasNoFlags() async throws {
    let flags = client()
    try await refresh(flags, 1, [.flag("a")])
    bench.clock.advance(by: 24 * 3600, frozen: true)
    var changes = flags.changes.makeAsyncIterator()
    #expect(await changes.next()?.snapshot.all.isEmpty == true)
  }

  @Test func everyReaderHasEveryElement() async throws {
    let flags = client()
    var readers = (0..<8).map { _ in flags.changes.makeAsyncIterator() }
    for index in readers.indices { _ = await readers[index].next() }
    try await refresh(flags, 1, [.flag("a")])
    for index in readers.indices { #expect(await readers[index].next()?.changedKeys == ["a"]) }
  }

  @Test func theSequenceEndsWhenTheClientIsClosed() async throws {
    let flags = client()
    let reading = Task { await flags.changes.reduce(into: 0) { count, _ in count += 1 } }
    try await until("the reader waits") { flags.engine.core.withLock { $0.readers.first?.waiting.count == 1 } }
    flags.close()
    #expect(await reading.value == 1)
    var late = flags.changes.makeAsyncIterator()
    #expect(await late.next() == nil)
  }

  @Test func theSequenceEndsWhenTheTaskIsCancelled() async throws {
    let flags = client()
    let reading = Task { await flags.changes.reduce(into: 0) { count, _ in count += 1 } }
    try await until("the reader waits") { flags.engine.core.withLock { $0.readers.first?.waiting.count == 1 } }
    reading.cancel()
    #expect(await reading.value == 1)
    try await until("the reader is gone") { flags.engine.core.withLock { $0.readers.isEmpty } }
  }

  @Test func aTaskThatIsCancelledBeforeItReadsHasNothing() async throws {
    let flags = client()
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var changes = flags.changes.makeAsyncIterator()
      return await changes.next() == nil
    }
    #expect(await reading.value)
  }

  @Test func readersKeepNoClientAliveAndEndWithIt() async throws {
    var flags: FeatureFlags? = client()
    weak let client = flags
    let changes = try #require(flags?.changes)
    let engine = try #require(flags?.engine)
    let reading = Task { await changes.reduce(into: 0) { count, _ in count += 1 } }
    try await until("the reader waits") { engine.core.withLock { $0.readers.first?.waiting.count == 1 } }
    flags = nil
    #expect(client == nil)
    #expect(await reading.value == 1)
  }

  @Test func whoStopsReadingIsForgotten() async throws {
    let flags = client()
    for await _ in flags.changes { break }
    #expect(flags.engine.core.withLock { $0.readers.isEmpty })
  }

  @Test func nothingNeedsTheMainThread() async throws {
    let flags = client()
    let isFree = Lock(false)
    let hasSeen = Lock(false)
    DispatchQueue.main.async {
      while !isFree.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
    }
    let reading = Task.detached {
      for await change in flags.changes where change.changedKeys == ["a"] {
        hasSeen.withLock { $0 = true }
        break
      }
    }
    try await until("the reader waits") { flags.engine.core.withLock { $0.readers.first?.waiting.count == 1 } }
    try await refresh(flags, 1, [.flag("a")])
    await reading.value
    #expect(hasSeen.withLock { $0 })
    isFree.withLock { $0 = true }
  }

  @Test func noChangeIsLostBetweenManyPublishersAndReaders() async throws {
    let flags = client()
    let transport = transport
    transport.answer { _, index in
      .answer(revision: Double(index + 1), [.flag("a", properties: ["n": .number(Double(index))])])
    }
    let last = 60
    let readers = (0..<4).map { _ in
      Task {
        var seen: [Int64] = []
        for await change in flags.changes {
          guard let flag = change.snapshot.get("a") else { continue }
          seen.append(flag.revision)
          if flag.revision >= last { break }
        }
        return seen
      }
    }
    for _ in 0..<last { try await flags.refresh() }
    for reader in readers {
      let seen = await reader.value
      #expect(seen.last == Int64(last))
      #expect(seen == seen.sorted())
      #expect(Set(seen).count == seen.count)
    }
  }
}
