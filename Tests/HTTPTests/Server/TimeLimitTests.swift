import Testing

@testable import HTTP

/// Limits of time.
///
/// None of these tests sleeps: each waits for what the server does when the time is up.
@Suite struct TimeLimitTests {
  private static let start = "GET / HTTP/1.1\r\nHost: x\r\n"

  /// Sends a byte again and again, more often than any limit of a test, until the server has closed.
  private func drip(_ client: RawClient, _ byte: UInt8) async {
    while (try? await client.send([byte])) != nil {
      try? await offPool { Pause.milliseconds(20) }
    }
  }

  @Test func aHeadThatNeverEndsIsAnswered408() async throws {
    try await withServer(limits: { $0.headerTimeout = 0.2 }) { _, address in
      let began = ContinuousClock.now
      let client = try RawClient(address)
      try await client.send(Self.start)
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [408])
      #expect(replies[0].code == "requestTimeout")
      #expect(replies[0].text.contains("0.2 seconds"))
      #expect(replies[0]["connection"] == "close")
      #expect(began.duration(to: .now) >= .milliseconds(200))
    }
  }

  @Test func sendingABytesNowAndThenExtendsNothing() async throws {
    try await withServer(limits: { $0.headerTimeout = 0.3 }) { server, address in
      let client = try RawClient(address)
      try await client.send(Self.start + "X: ")
      async let dripping: Void = drip(client, UInt8(ascii: "a"))
      #expect(try await client.reply().status == 408)
      // The connection is given up although the client goes on sending.
      #expect(await eventually { server.connectionCount == 0 })
      await dripping
    }
  }

  @Test func manySlowClientsAreAllCutOff() async throws {
    try await withServer(limits: { $0.headerTimeout = 0.3 }) { server, address in
      let clients = try (0..<200).map { _ in try RawClient(address) }
      for client in clients { try await client.send("G") }
      let other = try RawClient(address)
      try await other.send(Self.start + "\r\n")
      #expect(try await other.reply().status == 200)
      for client in clients { #expect(try await client.replies().map(\.status) == [408]) }
      #expect(await eventually { server.connectionCount == 1 })
    }
  }

  @Test func aBodyThatNeverEndsIsAnswered408() async throws {
    try await withServer(limits: { $0.requestTimeout = 0.2 }) { _, address in
      let client = try RawClient(address)
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf")
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [408])
      #expect(replies[0].code == "requestTimeout")
    }
  }

  @Test func aHandlerThatTakesTooLongIsAnswered503AndCancelled() async throws {
    let cancelled = Event()
    let handler: HTTPHandler = { request in
      guard request.path == "/slow" else { return await echo(request) }
      await Event().waitOrCancel()
      if Task.isCancelled { cancelled.signal() }
      return await echo(request)
    }
    try await withServer(limits: { $0.requestTimeout = 0.2 }, handler: handler) { _, address in
      let client = try RawClient(address)
      let next = "GET /next HTTP/1.1\r\nHost: x\r\n\r\n"
      try await client.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n" + next)
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [503])
      #expect(replies[0].code == "handlerTimeout")
      #expect(replies[0]["retry-after"] == "1")
      await cancelled.wait()
    }
  }

  @Test func anAnswerThatComesTooLateIsNotSent() async throws {
    let release = Event()
    let finished = Event()
    let handler: HTTPHandler = { request in
      await release.wait()
      defer { finished.signal() }
      return await echo(request)
    }
    try await withServer(limits: { $0.requestTimeout = 0.2 }, handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.start + "\r\n")
      #expect(try await client.reply().status == 503)
      release.signal()
      await finished.wait()
      #expect(try await client.rest().isEmpty)
    }
  }

  @Test func anIdleConnectionIsClosedWithoutAnAnswer() async throws {
    try await withServer(limits: { $0.idleTimeout = 0.2 }) { server, address in
      let silent = try RawClient(address)
      #expect(try await silent.rest().isEmpty)
      let polite = try RawClient(address)
      try await polite.send(Self.start + "\r\n")
      #expect(try await polite.reply().status == 200)
      #expect(try await polite.rest().isEmpty)
      silent.close()
      polite.close()
      #expect(await eventually { server.connectionCount == 0 })
    }
  }

  @Test func aClientThatTakesNothingIsCutOff() async throws {
    let body = [UInt8](repeating: 120, count: 30_000_000)
    let began = Event()
    let handler: HTTPHandler = { _ in
      began.signal()
      return HTTPResponse(status: 200, body: .bytes(body))
    }
    try await withServer(limits: { $0.writeTimeout = 0.2 }, handler: handler) { server, address in
      let client = try RawClient(address)
      try await client.send(Self.start + "\r\n")
      await began.wait()
      #expect(await eventually { server.connectionCount == 0 })
    }
  }

  @Test func aClientThatTakesItsTimeGetsEverything() async throws {
    let body = [UInt8](repeating: 120, count: 20_000_000)
    let handler: HTTPHandler = { _ in HTTPResponse(status: 200, body: .bytes(body)) }
    try await withServer(limits: { $0.writeTimeout = 1.5 }, handler: handler) { _, address in
      let client = try RawClient(address)
      let request = Self.start + "Connection: close\r\n\r\n"
      // The pauses together are longer than the limit, each of them is not.
      let count = try await client.countSlowly(after: request, pieces: 3, of: 4_000_000, pause: 600)
      #expect((body.count..<body.count + 300).contains(count))
    }
  }

  @Test func aStreamMayTakeLongerThanARequest() async throws {
    let release = Event()
    let handler: HTTPHandler = { request in
      guard request.path == "/stream" else {
        await Event().waitOrCancel()
        return await echo(request)
      }
      return HTTPResponse(
        status: 200,
        body: .stream { stream in
          try? await stream.write("begin ")
          await release.wait()
          try? await stream.write("end")
        })
    }
    try await withServer(limits: { $0.requestTimeout = 0.2 }, handler: handler) { _, address in
      let stream = try RawClient(address)
      try await stream.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await stream.text(through: "begin ")
      // Another request that runs into the limit shows that the time is over.
      let late = try RawClient(address)
      try await late.send("GET /late HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await late.reply().status == 503)
      release.signal()
      #expect(try await stream.text(through: "0\r\n\r\n").contains("end"))
    }
  }
}
