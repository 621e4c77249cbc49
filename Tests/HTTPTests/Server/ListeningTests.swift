import SerinLock
import Testing

@testable import HTTP

@Suite struct ListeningTests {
  private static let request = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"

  private func server(_ addresses: [ListenAddress], loops: Int = 1) -> HTTPServer {
    HTTPServer(configuration: HTTPServerConfiguration(addresses: addresses, loops: loops), handler: echo)
  }

  @Test func ipv4AndIPv6AreListenedOn() async throws {
    try await withServer(hosts: ["127.0.0.1", "::1"]) { server, _ in
      #expect(server.addresses.map(\.isIPv6) == [false, true])
      for address in server.addresses {
        #expect(address.port > 0)
        let client = try RawClient(address)
        try await client.send(Self.request)
        #expect(try await client.reply().text == "GET /a []")
      }
    }
  }

  @Test func bothWildcardsCanShareAPort() async throws {
    let first = server([ListenAddress(host: "0.0.0.0", port: 0)])
    try first.start()
    let second = server([ListenAddress(host: "::", port: first.addresses[0].port)])
    try second.start()
    #expect(second.addresses[0].port == first.addresses[0].port)
    await first.stop(gracePeriod: 0)
    await second.stop(gracePeriod: 0)
  }

  @Test func theHandlerSeesWhereARequestComesFrom() async throws {
    let handler: HTTPHandler = { HTTPResponse(status: 200, text: $0.remoteAddress.host) }
    try await withServer(hosts: ["127.0.0.1", "::1"], handler: handler) { server, _ in
      let v4 = try RawClient(server.addresses[0], from: "127.0.0.7")
      try await v4.send(Self.request)
      #expect(try await v4.reply().text == "127.0.0.7")
      let v6 = try RawClient(server.addresses[1])
      try await v6.send(Self.request)
      #expect(try await v6.reply().text == "::1")
    }
  }

  @Test(arguments: [1, 2])
  func aPortInUseIsNamed(loops: Int) async throws {
    for otherLoops in [1, 2] {
      let first = server([ListenAddress(host: "127.0.0.1", port: 0)], loops: otherLoops)
      try first.start()
      let taken = ListenAddress(host: "127.0.0.1", port: first.addresses[0].port)
      let second = server([ListenAddress(host: "127.0.0.1", port: 0), taken], loops: loops)
      #expect(throws: HTTPServerError(address: taken, reason: .addressInUse)) { try second.start() }
      #expect(second.addresses.isEmpty)
      await first.stop(gracePeriod: 0)
      // Nothing of the failed attempt is left: the same server can be started now.
      try second.start()
      #expect(second.addresses.count == 2)
      await second.stop(gracePeriod: 0)
    }
  }

  @Test(arguments: [
    (ListenAddress(host: "198.51.100.1", port: 0), HTTPServerError.Reason.addressNotAvailable),
    (ListenAddress(host: "no.such.host.invalid", port: 0), .invalidAddress),
    (ListenAddress(host: "", port: 0), .invalidAddress),
    (ListenAddress(host: "127.0.0.1", port: 65_536), .invalidAddress),
    (ListenAddress(host: "127.0.0.1", port: -1), .invalidAddress),
  ])
  func anAddressThatCannotBeUsedIsNamed(_ address: ListenAddress, _ reason: HTTPServerError.Reason) {
    #expect(throws: HTTPServerError(address: address, reason: reason)) { try server([address]).start() }
  }

  @Test func errorsAreSentences() {
    let address = ListenAddress(host: "::1", port: 80)
    #expect(
      HTTPServerError(address: address, reason: .addressInUse).description
        == "Cannot listen on [::1]:80: the address is in use.")
    #expect(
      HTTPServerError(address: address, reason: .notPermitted).description
        == "Cannot listen on [::1]:80: it is not permitted; ports below 1024 often need a privilege.")
    #expect(
      HTTPServerError(address: nil, reason: .alreadyStarted).description
        == "Cannot start the server: it was started before.")
  }

  @Test func aServerStartsOnce() async throws {
    let server = server([ListenAddress(host: "127.0.0.1", port: 0)])
    try server.start()
    #expect(throws: HTTPServerError(address: nil, reason: .alreadyStarted)) { try server.start() }
    await server.stop(gracePeriod: 0)
    #expect(server.addresses.isEmpty)
    #expect(throws: HTTPServerError(address: nil, reason: .alreadyStarted)) { try server.start() }
  }

  @Test func severalLoopsShareThePort() async throws {
    let threads = Lock<Set<UInt>>([])
    let handler: HTTPHandler = { request in
      _ = threads.withLock { $0.insert(Thread.current) }
      return await echo(request)
    }
    try await withServer(loops: 3, handler: handler) { server, address in
      #expect(server.addresses.count == 1)
      // The kernel spreads connections by a hash of their addresses: with 100 of them none of three loops goes empty.
      let clients = try (0..<100).map { _ in try RawClient(address) }
      for client in clients {
        try await client.send(Self.request)
        #expect(try await client.reply().text == "GET /a []")
      }
      #expect(threads.withLock { $0.count } == 3)
    }
  }

  @Test func aRequestStaysOnItsThread() async throws {
    let handler: HTTPHandler = { _ in
      var threads: Set<UInt> = [Thread.current]
      await Task.yield()
      threads.insert(Thread.current)
      threads.insert(await concurrentThread())
      await withTaskGroup(of: UInt.self) { group in
        for _ in 0..<3 { group.addTask { Thread.current } }
        for await thread in group { threads.insert(thread) }
      }
      _ = await OtherActor().thread()
      threads.insert(Thread.current)
      return HTTPResponse(status: 200, text: "\(threads.count)")
    }
    try await withServer(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.request)
      #expect(try await client.reply().text == "1")
    }
  }
}

@concurrent private func concurrentThread() async -> UInt { Thread.current }

private actor OtherActor {
  func thread() -> UInt { Thread.current }
}
