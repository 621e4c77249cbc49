import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// A claim of a key belongs to its request for as long as that runs, and no longer.
@Suite struct IdempotencyLeaseTests {
  private static let flag = #"{"key": "fresh", "document": {"kind": "release", "owner": "team"}}"#

  let clock = FakeClock()
  let fixture: Fixture
  let store: FaultyStore
  let server: SerinServer

  init() async throws {
    fixture = try await Fixture(clock: clock)
    store = FaultyStore(fixture.store)
    var configuration = Fixture.configuration
    configuration.clock = { [clock] in clock.now }
    server = try await SerinServer(store: store, events: fixture.events, configuration: configuration)
  }

  private func create(on server: SerinServer, _ body: String = flag) async -> Answer {
    await Fixture.send(
      to: server, .post, Fixture.flags, Array(body.utf8), token: fixture.adminToken, headers: [("Idempotency-Key", "k")]
    )
  }

  /// Calls `body` while a request waits in the middle, then lets it go on.
  /// - Returns: What it was answered.
  private func whileARequestRuns(_ body: () async -> Void) async -> Answer {
    let gate = Gate()
    store.beforeCommits { _ in await gate.wait() }
    async let first = create(on: server)
    await gate.isAwaited()
    await body()
    store.beforeCommits(nil)
    gate.open()
    return await first
  }

  private func expectRunning(_ answer: Answer, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(answer.status == 409, sourceLocation: sourceLocation)
    #expect(answer["detail"]?.stringValue?.contains("is being carried out") == true, sourceLocation: sourceLocation)
    #expect(answer.header("Retry-After") == "1", sourceLocation: sourceLocation)
  }

  private func creations() async throws -> Int {
    let project = try #require(try await fixture.store.projects().first)
    let rows = try await fixture.store.audit(chain: project.id, after: 0, object: nil, limit: 1000)
    return Set(rows.filter { $0.entry.action == "flag.create" && $0.entry.via == "api" }.map(\.entry.requestID)).count
  }

  /// Regression: after five minutes in a queue a request was carried out a second time beside itself.
  @Test func aRequestThatWaitsForLongerThanItsLeaseIsNotCarriedOutASecondTime() async throws {
    let first = await whileARequestRuns {
      clock.advance(milliseconds: 2 * IdempotentCalls.lease)
      expectRunning(await create(on: server))
      let other = await create(on: server, Self.flag.replacing("fresh", with: "other"))
      #expect(other.status == 422)
      #expect(other.faults.hasPrefix("Idempotency-Key: "))
    }
    #expect(first.status == 201, "\(first.text)")
    let again = await create(on: server)
    #expect(again.header("Idempotency-Replayed") == "true")
    #expect(again.bytes == first.bytes)
    #expect(try await creations() == 1)
  }

  @Test func otherNodesSeeThatItRunsSinceItsLeaseIsRenewed() async throws {
    let other = try await fixture.anotherServer()
    let first = await whileARequestRuns {
      for _ in 0..<12 {
        clock.advance(seconds: 60)
        await server.maintain()
      }
      expectRunning(await create(on: other))
    }
    #expect(first.status == 201, "\(first.text)")
    #expect(await create(on: other).header("Idempotency-Replayed") == "true")
    #expect(try await creations() == 1)
  }

  @Test func theClaimOfARequestThatHasEndedIsNotRenewed() async throws {
    #expect(await create(on: server).status == 201)
    let claims = RunningClaims()
    let claim = IdempotencyClaim(
      keyHash: [1], owner: "token:a", fingerprint: [1], requestID: "q_1", lease: IdempotentCalls.lease,
      lifetime: IdempotentCalls.lifetime, maximumKeys: 10)
    #expect(try await store.claimIdempotencyKey(claim) == .claimed)
    claims.add(claim)
    #expect(claims.claim(of: [1]) == claim)
    claims.remove(claim)
    #expect(claims.claim(of: [1]) == nil)
    clock.advance(milliseconds: IdempotentCalls.lease)
    try await claims.renew(in: store)
    #expect(try await store.claimIdempotencyKey(claim) == .claimed)
  }
}
