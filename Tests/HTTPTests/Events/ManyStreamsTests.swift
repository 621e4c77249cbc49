import SerinLock
import Testing

@testable import HTTP

@Suite struct ManyStreamsTests {
  /// The numbers of the messages `<number>;` in a text with heads and chunks.
  private static func numbers(_ text: String) -> [Int] {
    text.split(separator: "\r\n").compactMap { $0.last == ";" ? Int($0.dropLast()) : nil }
  }

  @Test func everyStreamGetsEveryBroadcastOnceAndInOrderWhileOthersComeAndGo() async throws {
    OpenFiles.allowAll()
    let handler = TestStreams.handler { _, _ in .stream(first: Array("0;".utf8)) }
    try await withStreams(loops: 2, handler: handler) { server, streams, address in
      let paths = (0..<2000).map { "/all/key\($0 % 10)" }
      let readers = try await StreamReaders(paths, at: address)
      #expect(await eventually { streams.count(of: EventChannel("all")) == 2000 })
      let isOver = Event()
      async let visitors: Int = {
        var count = 0
        while !isOver.hasHappened {
          let client = try RawClient(address)
          try await client.send(TestStreams.request("/all/visitor"))
          _ = try await client.text(through: "0;\r\n")
          if count.isMultiple(of: 2) { client.reset() } else { client.close() }
          count += 1
        }
        return count
      }()
      for number in 1...50 {
        streams.send("\(number);", to: "all")
        await Task.yield()
      }
      let texts = try #require(try await readers.texts { $0.suffix(5) == Array("50;\r\n".utf8)[...] })
      isOver.signal()
      #expect(try await visitors > 0)
      for text in texts { #expect(Self.numbers(text) == Array(0...50)) }
      #expect(streams.counts.events >= 100_000)
      #expect(await eventually { streams.count(of: EventTag("visitor")) == 0 })
      #expect(streams.count(of: EventTag("key3")) == 200)
    }
  }

  @Test func noChangeFallsBetweenTheBeginningOfAStreamAndItsBroadcasts() async throws {
    let state = Lock(0)
    let handler = TestStreams.handler { _, _ in .stream(first: Array("\(state.withLock { $0 });".utf8)) }
    try await withStreams(loops: 2, handler: handler) { _, streams, address in
      let changes = Task.detached {
        while !Task.isCancelled {
          // The owner's rule: first the state, then the broadcast.
          let number = state.withLock { state -> Int in
            state += 1
            return state
          }
          streams.send("\(number);", to: "a")
          // Far ahead of the loops it would have told for long what they have still to send.
          try? await offPool { Pause.milliseconds(1) }
        }
      }
      defer { changes.cancel() }
      for _ in 0..<10 {
        let readers = try await StreamReaders(Array(repeating: "/a/key", count: 20), at: address)
        let texts = try #require(
          try await readers.texts { bytes in
            let numbers = Self.numbers(String(decoding: bytes, as: UTF8.self))
            return numbers.count > 100 && numbers[numbers.count - 1] > numbers[0]
          })
        for numbers in texts.map(Self.numbers) {
          // Broadcasts that were on their way may repeat what the first bytes said, but none is missing after them.
          let first = try #require(numbers.first)
          let later = Array(numbers.dropFirst().drop { $0 <= first })
          #expect(later == Array(first + 1..<first + 1 + later.count))
          #expect(!later.isEmpty)
        }
      }
    }
  }

  @Test func broadcastsOfSeveralThreadsHaveTheSameOrderEverywhere() async throws {
    try await withStreams(loops: 2) { _, streams, address in
      let readers = try await StreamReaders(Array(repeating: "/a/key", count: 20), at: address)
      #expect(await eventually { streams.counts.open == 20 })
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<4 {
          group.addTask { for number in 0..<200 { streams.send("\(thread * 1000 + number);", to: "a") } }
        }
      }
      streams.send("9999;", to: "a")
      let texts = try #require(try await readers.texts { $0.suffix(7) == Array("9999;\r\n".utf8)[...] })
      let orders = Set(texts.map(Self.numbers))
      #expect(orders.count == 1)
      #expect(orders.first?.count == 801)
    }
  }
}
