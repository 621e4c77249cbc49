import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct TokenLifeTests {
  private func headers(_ token: Token) -> HTTPHeaders { HTTPHeaders([("Authorization", "Bearer \(token.text)")]) }

  /// Whether the server takes a token now.
  private func isAccepted(_ token: Token, _ fixture: PeopleFixture) -> Bool {
    (try? fixture.keeper.state.authenticator.principal(headers: headers(token))) != nil
  }

  private func create(
    _ kind: String, limits: TokenLimits = .none, expiresIn: Int64? = nil, creator: TokenLimits = .none,
    in fixture: PeopleFixture
  ) async throws(Problem) -> (TokenRecord, Token) {
    let expiresAt = expiresIn.map { fixture.clock.now + $0 }
    guard let project = fixture.keeper.state.projects.first else { throw Problem(.internalError, "no project") }
    return try await fixture.keys.create(
      kind: kind, environment: kind == "admin" ? nil : "production", name: "ci", limits: limits, expiresAt: expiresAt,
      in: project, by: .setup, creator: creator, reason: "")
  }

  @Test(arguments: TokenKind.allCases)
  func aTokenIsRefusedFromTheInstantOnAtWhichItExpires(kind: TokenKind) async throws {
    let fixture = try await PeopleFixture()
    let (record, token) = try await create(kind.rawValue, expiresIn: 1000, in: fixture)
    #expect(record.expiresAt == fixture.clock.now + 1000)
    fixture.clock.advance(milliseconds: 999)
    #expect(isAccepted(token, fixture))
    fixture.clock.advance(milliseconds: 1)
    let refused = await problem { () async throws(Problem) in
      try fixture.keeper.state.authenticator.principal(headers: headers(token))
    }
    #expect(refused.status == 401)
    #expect(refused.detail == "the key has expired")
  }

  @Test func anotherNodeLearnsOfTheExpiryByTheRuleset() async throws {
    let fixture = try await PeopleFixture()
    let (_, token) = try await create("client", expiresIn: 1000, in: fixture)
    let node = RulesetKeeper(store: fixture.store, clock: { fixture.clock.now })
    try await node.load()
    #expect(try node.state.authenticator.principal(headers: headers(token)).kind == .client)
    fixture.clock.advance(milliseconds: 1000)
    #expect(throws: Problem.self) { try node.state.authenticator.principal(headers: headers(token)) }
  }

  @Test func anExpiryInThePastOrInAThousandYearsIsRefused() async throws {
    let fixture = try await PeopleFixture()
    for milliseconds in [0, -1, NewToken.longestLifetime + 1, Int64.max / 2] {
      let refused = await problem { () async throws(Problem) in
        try await create("server", expiresIn: milliseconds, in: fixture)
      }
      #expect(refused.errors.first?.path == "expiresAt")
    }
  }

  @Test(arguments: TokenKind.allCases)
  func rotationGivesATwinAndTheOldOneWorksUntilTheOverlapIsOver(kind: TokenKind) async throws {
    let fixture = try await PeopleFixture()
    let limits = kind == .admin ? TokenLimits(scopes: [.read, .edit], environments: ["staging"]) : .none
    let (record, old) = try await create(kind.rawValue, limits: limits, in: fixture)
    let (twin, new) = try await fixture.keys.rotate(
      record, overlap: 5000, creator: .none, by: .setup, reason: "yearly")
    #expect(twin.name == record.name)
    #expect(twin.scopes == record.scopes)
    #expect(twin.environments == record.environments)
    #expect(twin.environmentID == record.environmentID)
    #expect(twin.id != record.id)
    #expect(twin.expiresAt == nil)
    fixture.clock.advance(milliseconds: 4999)
    #expect(isAccepted(old, fixture))
    #expect(isAccepted(new, fixture))
    fixture.clock.advance(milliseconds: 1)
    #expect(!isAccepted(old, fixture))
    #expect(isAccepted(new, fixture))
    let again = await problem { () async throws(Problem) in
      let expired = try await fixture.keys.read(record.id)
      return try await fixture.keys.rotate(expired, overlap: nil, creator: .none, by: .setup, reason: "")
    }
    #expect(again.status == 409)
  }

  @Test func rotationKeepsTheLengthOfLifeAndNeverProlongsTheOldOne() async throws {
    let fixture = try await PeopleFixture()
    let (record, _) = try await create("server", expiresIn: 10_000, in: fixture)
    fixture.clock.advance(milliseconds: 9000)
    let (twin, _) = try await fixture.keys.rotate(record, overlap: 5000, creator: .none, by: .setup, reason: "")
    #expect(twin.expiresAt == fixture.clock.now + 10_000)
    #expect(try await fixture.keys.read(record.id).expiresAt == record.expiresAt)
  }

  /// T13: nobody gives away more than they have.
  @Test func aTokenIsAtMostAsWideAsTheOneThatMakesIt() async throws {
    let fixture = try await PeopleFixture()
    let place = try fixture.place()
    let staging = try #require(place.environments.first { $0.key == "staging" }?.id)
    let narrow = TokenLimits(scopes: [.edit], environments: [staging])
    for (kind, limits) in [
      ("admin", TokenLimits.none), ("admin", TokenLimits(scopes: [.release], environments: ["staging"])),
      ("admin", TokenLimits(scopes: [.edit])), ("admin", TokenLimits(scopes: [.edit], environments: ["production"])),
      ("client", .none),
    ] {
      let refused = await problem { () async throws(Problem) in
        try await create(kind, limits: limits, creator: narrow, in: fixture)
      }
      #expect(refused.status == 403, "\(kind) \(limits)")
    }
    let count = try await fixture.keys.tokens().count
    let (record, _) = try await create(
      "admin", limits: TokenLimits(scopes: [.read], environments: ["staging"]), creator: narrow, in: fixture)
    #expect(try await fixture.keys.tokens().count == count + 1)
    #expect(record.scopes == [.read])
    let (wide, _) = try await create("admin", in: fixture)
    let refused = await problem { () async throws(Problem) in
      try await fixture.keys.rotate(wide, overlap: nil, creator: narrow, by: .setup, reason: "")
    }
    #expect(refused.status == 403)
  }

  @Test func onlyAdminTokensAreNarrowed() async throws {
    let fixture = try await PeopleFixture()
    let refused = await problem { () async throws(Problem) in
      try await create("server", limits: TokenLimits(scopes: [.read]), in: fixture)
    }
    #expect(refused.errors.first?.path == "scopes")
    #expect(
      await problem { () async throws(Problem) in try NewToken.scopes(["read", "write"]) }.errors.first?.path
        == "scopes[1]")
  }

  @Test func aPersonalTokenActsForItsAccountAndIsListedThere() async throws {
    let fixture = try await PeopleFixture()
    let account = try await fixture.account("ann")
    let (record, token) = try await fixture.keys.createToken(
      name: "laptop", account: account, limits: TokenLimits(scopes: [.read], environments: ["default/staging"]),
      expiresAt: nil, creator: Access(actor: "account:a_ann", reach: .instance), by: fixture.caller("ann"), reason: "")
    let principal = try fixture.keeper.state.authenticator.principal(headers: headers(token))
    #expect(principal.accountID == "a_ann")
    #expect(principal.projectID == nil)
    #expect(principal.limits == TokenLimits(scopes: [.read], environments: record.environments))
    #expect(try await fixture.keys.tokens(of: "a_ann").map(\.id) == [record.id])
    let listed = try await fixture.keys.keys(
      of: fixture.place().project,
      seenBy: Access(actor: "token:t", reach: .instance))
    #expect(!listed.contains { $0.id == record.id })
    for name in ["staging", "default/live", "other/staging", "default/staging/x"] {
      let refused = await problem { () async throws(Problem) in
        try await fixture.keys.createToken(
          name: "x", account: account, limits: TokenLimits(environments: [name]), expiresAt: nil,
          creator: Access(actor: "token:t", reach: .instance), by: .setup, reason: "")
      }
      #expect(refused.errors.first?.path == "environments[0]")
    }
  }

  @Test func useIsWrittenDownByDayAndNotByTheRequest() async throws {
    let fixture = try await PeopleFixture()
    let (record, token) = try await create("client", in: fixture)
    for _ in 0..<3 { #expect(isAccepted(token, fixture)) }
    #expect(try await fixture.keys.read(record.id).lastUsedDay == nil)
    try await fixture.people.writeUses()
    let day = fixture.clock.now / 86_400_000
    #expect(try await fixture.keys.read(record.id).lastUsedDay == day)
    #expect(fixture.keeper.authentication.uses.takeUnwritten().isEmpty)
    fixture.clock.advance(milliseconds: 86_400_000)
    #expect(isAccepted(token, fixture))
    try await fixture.people.writeUses()
    #expect(try await fixture.keys.read(record.id).lastUsedDay == day + 1)
  }

  @Test func aRefusedTokenCountsAsUnused() async throws {
    let fixture = try await PeopleFixture()
    let (record, token) = try await create("server", in: fixture)
    try await fixture.keys.revoke(record, by: .setup, reason: "", force: false)
    #expect(!isAccepted(token, fixture))
    #expect(fixture.keeper.authentication.uses.takeUnwritten().isEmpty)
  }

  @Test func theLastAdminTokenOfTheInstanceGoesOnlyByForceOrWhenAnAccountAdministers() async throws {
    let fixture = try await PeopleFixture()
    let last = try #require(try await fixture.keys.tokens().first { $0.kind == .admin })
    let refused = await problem { () async throws(Problem) in
      try await fixture.keys.revoke(last, by: .setup, reason: "", force: false)
    }
    #expect(refused.status == 409)
    #expect(refused.detail.contains("no account administers it"))
    try await fixture.account("root", isRoot: true)
    try await fixture.keys.revoke(last, by: .setup, reason: "", force: false)
    #expect(try await fixture.keys.read(last.id).revokedAt != nil)

    let other = try await PeopleFixture()
    let lost = try #require(try await other.keys.tokens().first { $0.kind == .admin })
    try await other.keys.revoke(lost, by: .setup, reason: "", force: true)
    #expect(try await other.keys.read(lost.id).revokedAt != nil)
  }

  /// Regression: a token that was about to expire could make one that never does.
  @Test func aTokenThatExpiresMakesNoneThatOutlivesIt() async throws {
    let fixture = try await PeopleFixture()
    let limit = fixture.clock.now + 10_000
    let creator = TokenLimits(expiresAt: limit)
    for kind in TokenKind.allCases {
      for expiresIn in [nil, 10_001] as [Int64?] {
        let refused = await problem { () async throws(Problem) in
          try await create(kind.rawValue, expiresIn: expiresIn, creator: creator, in: fixture)
        }
        #expect(refused.status == 422)
        #expect(refused.errors.first?.path == "expiresAt")
        #expect(refused.errors.first?.message.contains(Instants.text(limit)) == true)
      }
      let (record, _) = try await create(kind.rawValue, expiresIn: 10_000, creator: creator, in: fixture)
      #expect(record.expiresAt == limit)
    }
    let (forever, _) = try await create("server", in: fixture)
    let (short, _) = try await create("admin", expiresIn: 5000, in: fixture)
    let refused = await problem { () async throws(Problem) in
      try await fixture.keys.rotate(forever, overlap: nil, creator: creator, by: .setup, reason: "")
    }
    #expect(refused.status == 403)
    #expect(refused.detail.contains(Instants.text(limit)))
    let (twin, _) = try await fixture.keys.rotate(short, overlap: nil, creator: creator, by: .setup, reason: "")
    #expect(twin.expiresAt == fixture.clock.now + 5000)
  }
}
