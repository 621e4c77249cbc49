import HTTP
import SerinFlags
import SerinLock
import Store
import Testing

@testable import Server

/// A shop with everybody who may ask something of its control API, at a time that stands still.
final class ControlWorld: Sendable {
  let fixture: Fixture
  let clock: FakeClock
  /// Every operation of the control API.
  let operations: [ControlOperation]
  /// What each of them sends to say who they are.
  private let credentials: [Asker: [(String, String)]]
  /// How the audit log names them.
  private let actors: [Asker: String]
  private let counter = Lock(0)

  static let seed = Fixture.seed.replacing(
    #""schema": 1,"#, with: #""schema": 1, "segments": {"vip": {"list": ["alice", "bob"]}},"#)
  /// Somebody who has an account and is nothing in the shop.
  static let guest = "guest@example.com"

  /// Makes everything.
  /// - Parameter hasPeople: false for a server as after its first start, with no account yet.
  init(hasPeople: Bool = true) async throws {
    let clock = FakeClock()
    self.clock = clock
    let tokens = Lock<[Asker: Token]>([:])
    fixture = try await Fixture(seed: Self.seed, clock: clock) { store in
      guard hasPeople else { return }
      let made = try await WorldSeeding(store).write()
      tokens.withLock { $0 = made }
    }
    operations = fixture.operations
    var credentials: [Asker: [(String, String)]] = [
      .nobody: [], .clientKey: Self.bearer(fixture.clientKey), .instanceToken: Self.bearer(fixture.adminToken),
    ]
    var actors: [Asker: String] = [:]
    if let token = Token(parsing: fixture.adminToken) { actors[.instanceToken] = "token:\(token.id)" }
    for (asker, token) in tokens.withLock({ $0 }) {
      credentials[asker] = Self.bearer(token.text)
      actors[asker] = "token:\(token.id)"
    }
    let people = fixture.server.people
    for asker in Asker.people where hasPeople {
      actors[asker] = "account:a_\(asker.rawValue)"
      let session = try await people.sessions.open(people.accounts.rights(of: WorldSeeding.email(of: asker)).account)
      credentials[asker] = [("Cookie", "\(SessionCookie.name)=\(session.id)"), ("X-CSRF-Token", session.csrfToken)]
    }
    self.credentials = credentials
    self.actors = actors
  }

  /// How the audit log names somebody; nil for nobody.
  func actor(of asker: Asker) -> String? { actors[asker] }

  private static func bearer(_ text: String) -> [(String, String)] { [("Authorization", "Bearer \(text)")] }

  /// A name that was not used before.
  func unique() -> String { "x\(counter.withLock { $0 += 1; return $0 })" }

  /// Sends a request as somebody.
  func send(_ request: WorldRequest, as asker: Asker) async -> Answer {
    await Fixture.send(
      to: fixture.server, request.method, request.path, Array(request.body.utf8),
      headers: request.headers + (credentials[asker] ?? []))
  }

  /// Does something in the shop with the instance's token, for what a request is about.
  ///
  /// - Parameter path: What follows the path of the project.
  @discardableResult
  func make(
    _ method: HTTPMethod, _ path: String, _ body: String = "", as asker: Asker = .instanceToken,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Answer {
    let request = WorldRequest(
      method: method, path: "/api/v1/projects/shop" + path, body: body, headers: [("If-Match", "*")])
    let answer = await send(request, as: asker)
    #expect((200..<300).contains(answer.status), "\(path): \(answer.text)", sourceLocation: sourceLocation)
    return answer
  }

  /// The ends of the audit log's chains.
  func auditHeads() async throws -> [String: Int64] {
    try await fixture.store.auditHeads().mapValues(\.sequence)
  }
}
