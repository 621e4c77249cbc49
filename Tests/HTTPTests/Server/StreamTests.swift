import SerinLock
import Testing

@testable import HTTP

@Suite struct StreamTests {
  private static let request = "GET /s HTTP/1.1\r\nHost: x\r\n\r\n"

  private static func stream(_ body: @escaping @Sendable (ResponseStream) async -> Void) -> HTTPHandler {
    { request in
      request.path == "/s" ? HTTPResponse(status: 200, body: .stream(body)) : await echo(request)
    }
  }

  @Test func whatIsWrittenComesInChunksAndTheConnectionGoesOn() async throws {
    let handler = Self.stream { stream in
      try? await stream.write("one")
      try? await stream.write([])
      await Task.yield()
      try? await stream.write(String(repeating: "2", count: 17))
    }
    try await withServer(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.request + "GET /next HTTP/1.1\r\nHost: x\r\n\r\n")
      let text = try await client.text(through: "0\r\n\r\n")
      #expect(text.contains("Transfer-Encoding: chunked\r\n"))
      #expect(!text.contains("Content-Length"))
      #expect(text.hasSuffix("\r\n\r\n3\r\none\r\n11\r\n22222222222222222\r\n0\r\n\r\n"))
      #expect(try await client.reply().text == "GET /next []")
    }
  }

  @Test func aPieceIsSentWhenItIsWritten() async throws {
    let release = Event()
    let handler = Self.stream { stream in
      try? await stream.write("first")
      await release.wait()
      try? await stream.write("second")
    }
    try await withServer(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.request)
      #expect(try await client.text(through: "5\r\nfirst\r\n").hasPrefix("HTTP/1.1 200 OK"))
      release.signal()
      #expect(try await client.text(through: "0\r\n\r\n") == "6\r\nsecond\r\n0\r\n\r\n")
    }
  }

  @Test func http10GetsTheBytesAndTheEndOfTheConnection() async throws {
    let handler = Self.stream { stream in
      try? await stream.write("one ")
      try? await stream.write("two")
    }
    try await withServer(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send("GET /s HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      let replies = try await client.replies()
      #expect(replies.map(\.text) == ["one two"])
      #expect(replies[0]["transfer-encoding"] == nil)
      #expect(replies[0]["connection"] == "close")
    }
  }

  @Test func headDoesNotRunTheStream() async throws {
    let ran = Event()
    let handler = Self.stream { _ in ran.signal() }
    try await withServer(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send("HEAD /s HTTP/1.1\r\nHost: x\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.reply(toHead: true)["transfer-encoding"] == "chunked")
      #expect(try await client.reply().text == "GET /next []")
      #expect(!ran.hasHappened)
    }
  }

  @Test func aSlowClientSlowsTheWriterDown() async throws {
    let written = Lock(0)
    let piece = [UInt8](repeating: 120, count: 50_000)
    let total = 600
    let handler = Self.stream { stream in
      for _ in 0..<total {
        guard (try? await stream.write(piece)) != nil else { return }
        written.withLock { $0 += 1 }
      }
    }
    try await withServer(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send("GET /s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(await eventually { written.withLock { $0 } > 0 })
      // Other answers show that the server is not busy; 30 MB cannot have gone anywhere.
      let other = try RawClient(address)
      for _ in 0..<50 {
        try await other.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try await other.reply()
      }
      #expect(written.withLock { $0 } < total / 2)
      #expect(try await client.replies().map(\.body.count) == [total * piece.count])
      #expect(written.withLock { $0 } == total)
    }
  }

  @Test func aWriterThatWaitsIsToldWhenItsClientGoes() async throws {
    let failed = Event()
    let piece = [UInt8](repeating: 120, count: 100_000)
    let handler = Self.stream { stream in
      while (try? await stream.write(piece)) != nil {}
      failed.signal()
    }
    try await withServer(handler: handler) { server, address in
      let client = try RawClient(address)
      try await client.send(Self.request)
      _ = try await client.text(through: "xxx")
      client.close()
      await failed.wait()
      #expect(await eventually { server.connectionObjectCount == 0 })
    }
  }

  @Test func manyStreamsGetWhatOneTaskWrites() async throws {
    let streams = Lock<[ResponseStream]>([])
    let release = Event()
    let handler = Self.stream { stream in
      streams.withLock { $0.append(stream) }
      await release.wait()
    }
    try await withServer(loops: 2, handler: handler) { server, address in
      let clients = try (0..<200).map { _ in try RawClient(address) }
      for client in clients { try await client.send(Self.request) }
      #expect(await eventually { streams.withLock { $0.count } == 200 })
      for round in 1...3 {
        for stream in streams.withLock({ $0 }) { try await stream.write("round \(round)\n") }
      }
      release.signal()
      for client in clients {
        #expect(try await client.reply().text == "round 1\nround 2\nround 3\n")
        client.close()
      }
      streams.withLock { $0 = [] }
      #expect(await eventually { server.connectionObjectCount == 0 })
    }
  }

  @Test func aStreamCannotBeWrittenToAfterItsClosureReturned() async throws {
    let kept = Lock<ResponseStream?>(nil)
    let handler = Self.stream { stream in kept.withLock { $0 = stream } }
    try await withServer(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.request)
      #expect(try await client.reply().body.isEmpty)
      let stream = try #require(kept.withLock { $0 })
      await #expect(throws: ResponseStreamError.ended) { try await stream.write("late") }
      // The next stream of the same connection is another one.
      try await client.send(Self.request)
      #expect(try await client.reply().body.isEmpty)
      await #expect(throws: ResponseStreamError.ended) { try await stream.write("late") }
    }
  }

  @Test func aStreamWaitsForTheAnswersBeforeIt() async throws {
    let release = Event()
    let handler: HTTPHandler = { request in
      if request.path == "/s" { return HTTPResponse(status: 200, body: .stream { try? await $0.write("streamed") }) }
      await release.wait()
      return await echo(request)
    }
    try await withServer(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n" + Self.request)
      release.signal()
      #expect(try await client.reply().text == "GET /slow []")
      #expect(try await client.reply().text == "streamed")
    }
  }
}
