import HTTP
import SerinFlags
import Testing

@testable import Server

/// By what signing in is slowed down: through proxies, from elsewhere and from the machine itself.
@Suite struct SignInSourceTests {
  private static let right = #"{"email":"root@example.com","password":"\#(PeopleFixture.password)"}"#

  /// A server with one account and a proxy at 10.0.0.1, and what asks it.
  private func server(_ fixture: Fixture, _ clock: FakeClock) async throws -> SerinServer {
    _ = try await fixture.setUp()
    var configuration = Fixture.configuration
    // It stands still, so that no wait is over by itself.
    configuration.clock = { clock.now }
    configuration.trustedProxies = try #require(TrustedProxies(["10.0.0.1"]))
    return try await SerinServer(
      store: fixture.store, events: fixture.events, configuration: configuration)
  }

  private func signIn(
    _ server: SerinServer, _ body: String = right, from peer: String, for client: String? = nil
  ) async throws -> Int {
    let address = try #require(SocketAddress(peer))
    let headers = [client].compactMap { $0 }.map { ("X-Forwarded-For", $0) }
    return await Fixture.send(
      to: server, .post, "/api/v1/session", Array(body.utf8), headers: headers, from: address
    ).status
  }

  /// Tries so many accounts that the source is stopped where it is counted.
  private func attack(_ server: SerinServer, from peer: String, for client: String? = nil) async throws -> Set<Int> {
    var statuses: Set<Int> = []
    for index in 0...SignInThrottle.freeSourceFailures {
      // Longer than any password, so that nothing is hashed.
      let password = String(repeating: "x", count: PersonalData.maximumPasswordBytes + 1)
      let guess = #"{"email":"\#(index)@example.com","password":"\#(password)"}"#
      statuses.insert(try await signIn(server, guess, from: peer, for: client))
    }
    return statuses
  }

  /// Regression: behind a proxy everybody had its address, so one attacker locked out all.
  @Test func anAttackerBehindATrustedProxyLocksOutNobodyElse() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let server = try await server(fixture, clock)
    #expect(try await attack(server, from: "10.0.0.1", for: "203.0.113.66") == [401, 429])
    #expect(try await signIn(server, from: "10.0.0.1", for: "203.0.113.66") == 429)
    // What the attacker writes into the header himself stands left of what the proxy adds.
    #expect(try await signIn(server, from: "10.0.0.1", for: "192.0.2.1, 203.0.113.66") == 429)
    #expect(try await signIn(server, from: "10.0.0.1", for: "198.51.100.7") == 200)
  }

  @Test func aSourceThatIsNoProxyIsCountedByItsOwnAddressWhateverItSends() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let server = try await server(fixture, clock)
    #expect(try await attack(server, from: "203.0.113.66", for: "192.0.2.1") == [401, 429])
    #expect(try await signIn(server, from: "203.0.113.66", for: "192.0.2.2") == 429)
    #expect(try await signIn(server, from: "198.51.100.7") == 200)
  }

  /// A proxy on the same machine that nobody declared.
  @Test func thisMachineIsCountedByAccountOnly() async throws {
    let clock = FakeClock()
    let fixture = try await Fixture(clock: clock)
    let server = try await server(fixture, clock)
    #expect(try await attack(server, from: "127.0.0.1") == [401])
    #expect(try await signIn(server, from: "127.0.0.1") == 200)
    let wrong = #"{"email":"root@example.com","password":"wrong"}"#
    var statuses: [Int] = []
    for _ in 0...SignInThrottle.freeAccountFailures {
      statuses.append(try await signIn(server, wrong, from: "127.0.0.1"))
    }
    #expect(statuses.last == 429)
  }

  @Test func setUpIsConfidentialThroughATrustedProxyThatEndsTLS() async throws {
    let fixture = try await Fixture()
    let secret = try #require(try await fixture.server.people.setup.makeLink())
    var configuration = Fixture.configuration
    configuration.trustedProxies = try #require(TrustedProxies(["10.0.0.1"]))
    let server = try await SerinServer(
      store: fixture.store, events: fixture.events, configuration: configuration)
    let body = #"{"secret":"\#(secret)","email":"a@example.com","name":"A","password":"\#(PeopleFixture.password)"}"#
    for (peer, status) in [("10.0.0.2", 403), ("10.0.0.1", 201)] {
      let address = try #require(SocketAddress(peer))
      let answer = await Fixture.send(
        to: server, .post, "/api/v1/setup", Array(body.utf8), headers: [("X-Forwarded-Proto", "https")], from: address)
      #expect(answer.status == status, "\(answer.text)")
    }
  }
}
