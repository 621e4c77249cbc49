import SerinLock
import Testing

@testable import HTTP

@Suite struct StoppingTests {
  private static let request = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"

  private func start(
    loops: Int = 1, limits: HTTPLimits = .patient, handler: @escaping HTTPHandler = echo
  ) throws -> (HTTPServer, SocketAddress) {
    let server = HTTPServer(
      configuration: HTTPServerConfiguration(
        addresses: [ListenAddress(host: "127.0.0.1", port: 0)], loops: loops, limits: limits), handler: handler)
    try server.start()
    return (server, server.addresses[0])
  }

  @Test(arguments: [1, 2])
  func aServerWithoutConnectionsStopsAndFreesItsPort(loops: Int) async throws {
    let (server, address) = try start(loops: loops)
    #expect(!server.isDraining)
    await server.stop(gracePeriod: 600)
    #expect(server.isDraining)
    #expect(throws: RawSocket.Failure.refused) { try RawClient(address) }
  }

  @Test func idleConnectionsAreClosed() async throws {
    let (server, address) = try start()
    let fresh = try RawClient(address)
    let used = try RawClient(address)
    try await used.send(Self.request)
    _ = try await used.reply()
    async let stopped: Void = server.stop(gracePeriod: 600)
    #expect(try await fresh.rest().isEmpty)
    #expect(try await used.rest().isEmpty)
    fresh.close()
    used.close()
    await stopped
    #expect(server.connectionObjectCount == 0)
  }

  @Test func aRunningRequestIsAnsweredWithConnectionClose() async throws {
    let (began, release) = (Event(), Event())
    let (server, address) = try start { request in
      began.signal()
      await release.wait()
      return HTTPResponse(status: 200, text: Task.isCancelled ? "cancelled" : "done")
    }
    let client = try RawClient(address)
    try await client.send(Self.request)
    await began.wait()
    async let stopped: Void = server.stop(gracePeriod: 600)
    #expect(await eventually { (try? RawClient(address)) == nil })
    release.signal()
    let replies = try await client.replies()
    #expect(replies.map(\.text) == ["done"])
    #expect(replies[0]["connection"] == "close")
    client.close()
    await stopped
  }

  @Test func everyRequestThatWasReceivedIsAnswered() async throws {
    let (began, release) = (Event(), Event())
    let (server, address) = try start { request in
      if request.path == "/1" {
        began.signal()
        await release.wait()
      }
      return await echo(request)
    }
    let client = try RawClient(address)
    let post = "POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
    try await client.send(post + (2...40).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined() + "GET /41 HTT")
    await began.wait()
    async let stopped: Void = server.stop(gracePeriod: 600)
    #expect(await eventually { (try? RawClient(address)) == nil })
    release.signal()
    for number in 1...40 {
      let reply = try await client.reply()
      #expect(reply.text.hasSuffix(" /\(number) []"))
      #expect(reply["connection"] == nil, "half a request is still to be answered")
    }
    try await client.send("P/1.1\r\nHost: x\r\n\r\n")
    let replies = try await client.replies()
    #expect(replies.map(\.text) == ["GET /41 []"])
    #expect(replies.first?["connection"] == "close")
    client.close()
    await stopped
  }

  @Test func aRequestOnItsWayIsStillAnswered() async throws {
    for _ in 0..<20 {
      let (server, address) = try start()
      let client = try RawClient(address)
      try await client.send(Self.request)
      _ = try await client.reply()
      // The stop and the request race: whichever comes first, the client is not left without an answer.
      async let stopped: Void = server.stop(gracePeriod: 600)
      try await client.send(Self.request)
      #expect(try await client.replies().map(\.text) == ["GET /a []"])
      client.close()
      await stopped
    }
  }

  @Test func aConnectionThatTheKernelHasAcceptedIsServed() async throws {
    let (began, release) = (Event(), Event())
    let (server, address) = try start { request in
      if request.path == "/block" {
        began.signal()
        // Blocks the loop, so that further connections wait in the kernel.
        while !release.hasHappened { Pause.milliseconds(1) }
      }
      return await echo(request)
    }
    let blocker = try RawClient(address)
    try await blocker.send("GET /block HTTP/1.1\r\nHost: x\r\n\r\n")
    await began.wait()
    let waiting = try (0..<10).map { _ in try RawClient(address) }
    for client in waiting { try await client.send(Self.request) }
    async let stopped: Void = server.stop(gracePeriod: 600)
    #expect(await eventually { server.isDraining })
    release.signal()
    #expect(try await blocker.replies().count == 1)
    for client in waiting {
      #expect(try await client.replies().map(\.text) == ["GET /a []"])
      client.close()
    }
    blocker.close()
    await stopped
  }

  @Test func streamsAreCancelledAndGetTheirFinalChunk() async throws {
    let began = Event()
    let (server, address) = try start { _ in
      HTTPResponse(
        status: 200,
        body: .stream { stream in
          try? await stream.write("hello ")
          began.signal()
          await Event().waitOrCancel()
          try? await stream.write(stream.isCancelled ? "farewell" : "not cancelled")
        })
    }
    let client = try RawClient(address)
    try await client.send(Self.request)
    await began.wait()
    async let stopped: Void = server.stop(gracePeriod: 600)
    #expect(try await client.replies().map(\.text) == ["hello farewell"])
    client.close()
    await stopped
  }

  @Test func aStreamThatDoesNotListenIsEndedProperlyAllTheSame() async throws {
    let (began, release, failed) = (Event(), Event(), Event())
    let (server, address) = try start { _ in
      HTTPResponse(
        status: 200,
        body: .stream { stream in
          try? await stream.write("hello")
          began.signal()
          await release.wait()
          if (try? await stream.write("late")) == nil { failed.signal() }
        })
    }
    let client = try RawClient(address)
    try await client.send(Self.request)
    await began.wait()
    async let stopped: Void = server.stop(gracePeriod: 0.4)
    #expect(try await client.replies().map(\.text) == ["hello"])
    client.close()
    await stopped
    // Its task outlives the loop and is not left waiting for ever.
    release.signal()
    await failed.wait()
  }

  @Test func whatIsLeftAfterTheGracePeriodIsCut() async throws {
    let (began, cancelled) = (Event(), Event())
    let (server, address) = try start { request in
      began.signal()
      await Event().waitOrCancel()
      cancelled.signal()
      return await echo(request)
    }
    let client = try RawClient(address)
    try await client.send(Self.request)
    await began.wait()
    await server.stop(gracePeriod: 0.2)
    await cancelled.wait()
    #expect(server.connectionObjectCount == 0)
    try await client.waitForEnd()
  }

  @Test func stoppingTwiceWaitsForTheSameEndAndMayHurryIt() async throws {
    let began = Event()
    let (server, address) = try start { request in
      began.signal()
      await Event().wait()
      return await echo(request)
    }
    let client = try RawClient(address)
    try await client.send(Self.request)
    await began.wait()
    async let first: Void = server.stop(gracePeriod: 3600)
    #expect(await eventually { (try? RawClient(address)) == nil })
    await server.stop(gracePeriod: 0)
    await first
    try await client.waitForEnd()
  }

  @Test func aServerMayBeStoppedFromItsHandler() async throws {
    let server = Lock<HTTPServer?>(nil)
    let done = Event()
    let (started, address) = try start { request in
      Task {
        await server.withLock { $0 }?.stop(gracePeriod: 600)
        done.signal()
      }
      return await echo(request)
    }
    server.withLock { $0 = started }
    let client = try RawClient(address)
    try await client.send(Self.request)
    #expect(try await client.replies().map(\.text) == ["GET /a []"])
    client.close()
    await done.wait()
    server.withLock { $0 = nil }
  }
}
