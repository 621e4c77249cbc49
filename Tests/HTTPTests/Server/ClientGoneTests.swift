import Testing

@testable import HTTP

@Suite struct ClientGoneTests {
  @Test(arguments: [true, false])
  func aClientThatGoesCancelsItsHandler(byReset: Bool) async throws {
    let (began, cancelled) = (Event(), Event())
    let handler: HTTPHandler = { request in
      began.signal()
      await Event().waitOrCancel()
      if Task.isCancelled { cancelled.signal() }
      return await echo(request)
    }
    try await withServer(handler: handler) { server, address in
      let client = try RawClient(address)
      try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      await began.wait()
      if byReset { client.reset() } else { client.close() }
      await cancelled.wait()
      #expect(await eventually { server.connectionCount == 0 && server.connectionObjectCount == 0 })
    }
  }

  @Test(arguments: [true, false])
  func aClientThatGoesIsSeenByASilentStream(byReset: Bool) async throws {
    let (began, cancelled) = (Event(), Event())
    let outcome = Log()
    let handler: HTTPHandler = { _ in
      HTTPResponse(
        status: 200,
        body: .stream { stream in
          try? await stream.write("hello")
          began.signal()
          await Event().waitOrCancel()
          outcome.add("\(stream.isCancelled)")
          do { try await stream.write("more") } catch { outcome.add("\(error)") }
          cancelled.signal()
        })
    }
    try await withServer(handler: handler) { server, address in
      let client = try RawClient(address)
      try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await client.text(through: "hello")
      await began.wait()
      if byReset { client.reset() } else { client.close() }
      await cancelled.wait()
      #expect(outcome.all == ["true", "clientGone"])
      #expect(await eventually { server.connectionCount == 0 && server.connectionObjectCount == 0 })
    }
  }

  @Test(arguments: [true, false])
  func aClientThatGoesIsSeenBehindAStreamWithAFullPipeline(byReset: Bool) async throws {
    let (began, cancelled) = (Event(), Event())
    let handler: HTTPHandler = { request in
      guard request.path == "/s" else { return await echo(request) }
      return HTTPResponse(
        status: 200,
        body: .stream { stream in
          began.signal()
          await Event().waitOrCancel()
          cancelled.signal()
        })
    }
    try await withServer(limits: { $0.pipelinedRequests = 3 }, handler: handler) { server, address in
      let client = try RawClient(address)
      let next = "GET /next HTTP/1.1\r\nHost: x\r\n\r\n"
      try await client.send("GET /s HTTP/1.1\r\nHost: x\r\n\r\n" + String(repeating: next, count: 10))
      await began.wait()
      // More than was read so far, so that the end stands behind bytes that nobody has read.
      try await client.send(String(repeating: next, count: 100))
      if byReset { client.reset() } else { client.close() }
      #expect(await eventually { cancelled.hasHappened })
      #expect(await eventually { server.connectionCount == 0 && server.connectionObjectCount == 0 })
    }
  }

  @Test func aClientThatOnlyClosesItsSideGetsWhatIsReadySoon() async throws {
    try await withServer { _, address in
      let client = try RawClient(address)
      try await client.send("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n")
      client.closeWriting()
      #expect(try await client.replies().map(\.text) == ["GET /1 []", "GET /2 []"])
    }
  }

  @Test func halfARequestAndNothingMoreIsNoRequest() async throws {
    let handled = Log()
    let handler: HTTPHandler = { request in
      handled.add(request.path)
      return await echo(request)
    }
    try await withServer(handler: handler) { server, address in
      for half in [
        "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhell",
      ] {
        let client = try RawClient(address)
        try await client.send(half)
        client.closeWriting()
        try await client.waitForEnd()
      }
      #expect(handled.all.isEmpty)
      #expect(await eventually { server.connectionObjectCount == 0 })
    }
  }

  @Test func fiveHundredConnectionsLeaveNothingBehind() async throws {
    try await withServer { server, address in
      // One connection first, so that what the server keeps for later is there.
      let first = try RawClient(address)
      try await first.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await first.reply()
      first.close()
      #expect(await eventually { server.connectionObjectCount == 0 })

      let requests = [
        "", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHo",
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na",
        "BAD\r\n\r\n",
      ]
      for round in 0..<5 {
        let clients = try (0..<100).map { _ in try RawClient(address) }
        for (index, client) in clients.enumerated() {
          let request = requests[index % requests.count]
          if !request.isEmpty { try await client.send(request) }
        }
        for (index, client) in clients.enumerated() {
          if (index + round).isMultiple(of: 3) { client.reset() } else { client.close() }
        }
      }
      #expect(await eventually { server.connectionCount == 0 && server.connectionObjectCount == 0 })
      #expect(await eventually { OpenFiles.connections(ofPort: address.port) == 0 })
    }
  }
}
