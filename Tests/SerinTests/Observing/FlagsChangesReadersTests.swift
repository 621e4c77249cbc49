import Foundation
import SerinLock
import Testing

@testable import Serin

/// Who reads changes, from where, and how that ends.
@Suite struct FlagsChangesReadersTests {
  private let transport = ScriptedTransport()
  private let bench: Bench

  init() throws { bench = try Bench(transport) }

  private func client() -> FeatureFlags { bench.client { $0.isRefreshThrottled = false } }

  private func refresh(_ flags: FeatureFlags, _ revision: Double, _ answer: [JSONValue]) async throws {
    transport.answer(.answer(revision: revision, answer))
    try await flags.refresh()
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

  @Test func changesAndListenersAreFollowedFromAnyIsolation() async throws {
    let flags = client()
    let listener = await RecordingListener()
    actor Screen {
      private(set) var keys: Set<String> = []

      func follow(_ flags: FeatureFlags) async {
        for await change in flags.changes {
          keys = change.changedKeys
          if !keys.isEmpty { break }
        }
      }
    }
    let screen = Screen()
    let reading = Task { await screen.follow(flags) }
    await Task.detached { flags.addUpdateListener(listener) }.value
    try await until("the reader waits") { flags.engine.core.withLock { $0.readers.first?.waiting.count == 1 } }
    try await refresh(flags, 1, [.flag("a")])
    await reading.value
    #expect(await screen.keys == ["a"])
    try await until("the listener is told") { await listener.changes.count == 1 }
    await Task.detached { flags.removeUpdateListener(listener) }.value
    try await refresh(flags, 2, [])
    try await bench.settle(flags)
    #expect(await listener.changes.count == 1)
  }
}
