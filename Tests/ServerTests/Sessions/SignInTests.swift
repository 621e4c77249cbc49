import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct SignInTests {
  @Test func theRightPasswordOpensASessionWhateverTheCaseOfTheAddress() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    let session = try await fixture.people.signIn.signIn(
      email: "ANN@Example.com", password: PeopleFixture.password, source: "s")
    let context = try #require(try await fixture.people.sessions.context(id: session.id))
    #expect(context.rights.account.email == "ann@example.com")
    #expect(session.id.utf8.count == 52)
  }

  @Test func wrongPasswordUnknownAddressAndDisabledAccountAreToldTheSame() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("root", isRoot: true)
    try await fixture.account("ann")
    try await fixture.account("bob")
    _ = try await fixture.people.accounts.change(
      "a_bob", AccountChange(isDisabled: true), mayLeaveProjects: false, by: .setup, reason: "")
    var answers: Set<String> = []
    for (name, password) in [("ann", "wrong"), ("nobody", PeopleFixture.password), ("bob", PeopleFixture.password)] {
      let refused = await problem { () async throws(Problem) in
        try await fixture.signIn(name, password: password)
      }
      #expect(refused.status == 401)
      answers.insert(refused.json.text())
    }
    #expect(answers.count == 1)
  }

  @Test func knownAndUnknownAddressesAreLockedAlikeAndTheLockOpensByItself() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    for name in ["ann", "nobody"] {
      for attempt in 0..<SignInThrottle.freeAccountFailures {
        _ = await problem { () async throws(Problem) in
          try await fixture.signIn(name, password: "wrong", source: "\(name)\(attempt)")
        }
      }
      let locked = await problem { () async throws(Problem) in try await fixture.signIn(name, source: "another") }
      #expect(locked.status == 429)
      #expect(locked.headers.contains { $0.name == "Retry-After" && $0.value == "1" })
    }
    fixture.clock.advance(milliseconds: 1000)
    _ = try await fixture.signIn("ann")
  }

  @Test func twoHundredParallelGuessesAreNoMoreThanTheFreeOnes() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    let statuses = await withTaskGroup(of: Int.self) { group in
      for index in 0..<200 {
        group.addTask {
          await problem { () async throws(Problem) in
            try await fixture.signIn("ann", password: "guess \(index)", source: "\(index)")
          }.status
        }
      }
      return await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(statuses == [401: SignInThrottle.freeAccountFailures, 429: 200 - SignInThrottle.freeAccountFailures])
  }

  @Test func anAttemptThatNobodyLookedAtDoesNotCount() async throws {
    let throttle = SignInThrottle()
    _ = throttle.begin([.account([1])], at: 0)
    throttle.end(.account([1]), clears: false)
    #expect(throttle.size == 0)
  }

  @Test func aHashUnderWeakerParametersIsRenewedBySigningIn() async throws {
    let stronger = PasswordHash.Parameters(memory: 16, passes: 2, lanes: 1)
    let fixture = try await PeopleFixture(parameters: stronger)
    let account = try await fixture.account("ann")
    let weak = try #require(PasswordHash.make(Array(PeopleFixture.password.utf8), PeopleFixture.cheap))
    let email = account.email
    let old = try #require(try await fixture.store.credential(email: email))
    try await fixture.store.replacePasswordHash(accountID: account.id, old: old.passwordHash, by: weak)
    _ = await problem { () async throws(Problem) in try await fixture.signIn("ann", password: "wrong") }
    #expect(try await fixture.store.credential(email: email)?.passwordHash == weak)
    _ = try await fixture.signIn("ann")
    let renewed = try #require(try await fixture.store.credential(email: email)?.passwordHash)
    #expect(PasswordHash.parameters(of: renewed) == stronger)
    _ = try await fixture.signIn("ann")
    #expect(try await fixture.store.credential(email: email)?.passwordHash == renewed)
  }

  @Test func aPasswordLongerThanAnyIsWrong() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    let long = String(repeating: "x", count: PersonalData.maximumPasswordBytes + 1)
    #expect(
      await problem { () async throws(Problem) in try await fixture.signIn("ann", password: long) }.status == 401)
  }
}
