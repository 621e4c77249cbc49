import Testing

@testable import HTTP

@Suite struct ConnectionLimitTests {
  private static let request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test(arguments: [1, 2])
  func oneConnectionTooManyIsAnswered503AndClosed(loops: Int) async throws {
    try await withServer(loops: loops, limits: { $0.connections = 3 }) { server, address in
      let clients = try (0..<3).map { _ in try RawClient(address) }
      for client in clients {
        try await client.send(Self.request)
        #expect(try await client.reply().status == 200)
      }
      let late = try RawClient(address)
      // The answer comes before the request, and is readable although the request was sent.
      try await late.send(Self.request)
      let replies = try await late.replies()
      #expect(replies.map(\.status) == [503])
      #expect(replies[0].code == "tooManyConnections")
      #expect(replies[0].text.contains("may have: 3"))
      #expect(replies[0]["retry-after"] == "1")
      #expect(replies[0]["connection"] == "close")
      #expect(server.connectionCount == 3)

      try await clients[0].send(Self.request)
      #expect(try await clients[0].reply().status == 200)
      clients[0].close()
      #expect(await eventually { server.connectionCount == 2 })
      let next = try RawClient(address)
      try await next.send(Self.request)
      #expect(try await next.reply().status == 200)
    }
  }

  @Test func manyConnectionsTooManyDoNotHurtTheOthers() async throws {
    try await withServer(limits: { $0.connections = 1 }) { server, address in
      let client = try RawClient(address)
      try await client.send(Self.request)
      _ = try await client.reply()
      let others = try (0..<300).map { _ in try RawClient(address) }
      for _ in 0..<20 {
        try await client.send(Self.request)
        #expect(try await client.reply().status == 200)
      }
      for other in others { try await other.waitForEnd() }
      for other in others { other.close() }
      #expect(await eventually { server.connectionObjectCount == 1 })
    }
  }

  @Test func oneAddressMayHaveALimitOfItsOwn() async throws {
    try await withServer(limits: { $0.connectionsPerSource = 2 }) { server, address in
      let greedy = try (0..<3).map { _ in try RawClient(address) }
      for client in greedy { try await client.send(Self.request) }
      var statuses: [Int] = []
      for client in greedy { statuses.append(try await client.reply().status) }
      #expect(statuses.sorted() == [200, 200, 503])
      let other = try RawClient(address, from: "127.0.0.9")
      try await other.send(Self.request)
      #expect(try await other.reply().status == 200)
      for client in greedy { client.close() }
      #expect(await eventually { server.connectionCount == 1 })
      let again = try RawClient(address)
      try await again.send(Self.request)
      #expect(try await again.reply().status == 200)
    }
  }
}
