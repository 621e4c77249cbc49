import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct RulesetKeeperTests {
  private func environment(_ fixture: Fixture) async throws -> EnvironmentRecord {
    try #require(try await fixture.store.environments(projectID: nil).first { $0.key == "production" })
  }

  private func kill(_ id: String, in environment: EnvironmentRecord, _ isKilled: Bool) -> Change {
    var edit = Edit(audit: Caller.setup.entry("flag.kill", "flag:\(id)", reason: ""))
    edit.items = [
      ItemWrite(environmentID: environment.id, kind: .flag, id: id, isKilled: isKilled, expects: .present)
    ]
    return Change(chain: environment.projectID, edits: [edit])
  }

  @Test func aMissedRevisionIsCaughtUpFromTheStore() async throws {
    let fixture = try await Fixture()
    let environment = try await environment(fixture)
    let keeper = RulesetKeeper(store: fixture.store, clock: { 0 })
    try await keeper.load()
    let flags = try await fixture.store.flags(projectID: environment.projectID)
    // Two changes go by unseen; the third is taken in and must bring them along.
    _ = try await fixture.store.commit(kill(flags[0].id, in: environment, true))
    _ = try await fixture.store.commit(kill(flags[1].id, in: environment, true))
    let last = try await fixture.store.commit(kill(flags[1].id, in: environment, false))
    await keeper.take(last)
    let ruleset = try #require(keeper.state.rulesets[environment.id])
    #expect(ruleset.environment.revision == 4)
    #expect(ruleset.flags[flags[0].key]?.compiled.isKilled == true)
    #expect(ruleset.flags[flags[1].key]?.compiled.isKilled == false)
    #expect(ruleset.isComplete)
  }

  @Test func anOlderCommitThatArrivesLateChangesNothing() async throws {
    let fixture = try await Fixture()
    let environment = try await environment(fixture)
    let keeper = RulesetKeeper(store: fixture.store, clock: { 0 })
    try await keeper.load()
    let flag = try #require(try await fixture.store.flags(projectID: environment.projectID).first)
    let first = try await fixture.store.commit(kill(flag.id, in: environment, true))
    let second = try await fixture.store.commit(kill(flag.id, in: environment, false))
    await keeper.take(second)
    await keeper.take(first)
    #expect(keeper.state.rulesets[environment.id]?.flags[flag.key]?.compiled.isKilled == false)
    #expect(keeper.state.rulesets[environment.id]?.environment.revision == 3)
  }

  @Test func aRulesetThatDoesNotAddUpIsReadAnew() async throws {
    let fixture = try await Fixture()
    let environment = try await environment(fixture)
    let keeper = RulesetKeeper(store: fixture.store, clock: { 0 })
    try await keeper.load()
    let flag = try #require(try await fixture.store.flags(projectID: environment.projectID).first)
    var commit = try await fixture.store.commit(kill(flag.id, in: environment, true))
    commit.items = []
    await keeper.take(commit)
    #expect(keeper.state.rulesets[environment.id]?.flags[flag.key]?.compiled.isKilled == true)
  }

  @Test func aKillIsNotLostWhileTokensAreReadAnew() async throws {
    let fixture = try await Fixture()
    let environment = try await environment(fixture)
    let store = FaultyStore(fixture.store)
    let keeper = RulesetKeeper(store: store, clock: { 0 })
    try await keeper.load()
    let flag = try #require(try await fixture.store.flags(projectID: environment.projectID).first)
    let change = kill(flag.id, in: environment, true)
    store.holdTokens { [keeper, store = fixture.store] in
      if let commit = try? await store.commit(change) { await keeper.take(commit) }
    }
    try await keeper.reloadAdministrators()
    #expect(keeper.state.rulesets[environment.id]?.flags[flag.key]?.compiled.isKilled == true)
  }

  @Test func ofTwoReadsOfTokensTheLaterOneCounts() async throws {
    let fixture = try await Fixture()
    let store = FaultyStore(fixture.store)
    let keeper = RulesetKeeper(store: store, clock: { 0 })
    try await keeper.load()
    let id = try #require(Token(parsing: fixture.adminToken)?.id)
    var edit = Edit(audit: Caller.setup.entry("token.revoke", "token:\(id)", reason: ""))
    edit.token = .revoke(id: id)
    let change = Change(chain: AuditChain.instance, edits: [edit])
    // While the first read is on its way, the token is revoked and read again.
    store.holdTokens { [keeper, store, inner = fixture.store] in
      store.holdTokens(nil)
      _ = try? await inner.commit(change)
      try? await keeper.reloadAdministrators()
    }
    try await keeper.reloadAdministrators()
    let request = HTTPRequest(target: "/", headers: HTTPHeaders([("X-API-Key", fixture.adminToken)]))
    #expect(throws: Problem.self) { try keeper.state.authenticator.principal(of: request) }
  }

  @Test func aChangeThatCannotBeReadBackIsReadAsSoonAsItCan() async throws {
    let fixture = try await Fixture()
    let environment = try await environment(fixture)
    let store = FaultyStore(fixture.store)
    let keeper = RulesetKeeper(store: store, clock: { 0 })
    try await keeper.load()
    let flags = try await fixture.store.flags(projectID: environment.projectID)
    _ = try await fixture.store.commit(kill(flags[0].id, in: environment, true))
    let commit = try await fixture.store.commit(kill(flags[1].id, in: environment, true))
    store.failReads(true)
    await keeper.take(commit)
    #expect(keeper.state.rulesets[environment.id]?.flags[flags[1].key]?.compiled.isKilled == false)
    store.failReads(false)
    // A change that finds the flag killed already writes nothing, and still brings this memory up to date.
    let nothing = try await fixture.store.commit(kill(flags[1].id, in: environment, true))
    #expect(nothing.environments.isEmpty)
    await keeper.take(nothing, touching: [environment.id])
    #expect(keeper.state.rulesets[environment.id]?.flags[flags[1].key]?.compiled.isKilled == true)
    #expect(keeper.state.rulesets[environment.id]?.flags[flags[0].key]?.compiled.isKilled == true)
  }

  @Test func aDocumentThatWasDamagedIsMalformedAndNotBelieved() throws {
    let item = ItemRecord(
      environmentID: "e", kind: .flag, id: "f", version: 1, revision: 1, schema: 1, isKilled: false, isGone: false,
      document: #"{"key":"a","kind":"release","default":"on"}"#, digest: .zero, updatedAt: 0)
    let flag = FlagEntry(item)
    #expect(flag.key == "a")
    #expect(flag.issues.count == 1)
    #expect(CompiledFlag(flag).outcomes.map(\.reason) == [.malformed])
  }

  @Test func anItemThatIsNotUnderstoodIsMalformedAndSpoilsNobody() async throws {
    let fixture = try await Fixture()
    let environment = try await environment(fixture)
    let flag = try #require(try await fixture.store.flags(projectID: environment.projectID).first)
    var edit = Edit(audit: Caller.setup.entry("flag.replace", "flag:\(flag.id)", reason: ""))
    edit.items = [
      ItemWrite(
        environmentID: environment.id, kind: .flag, id: flag.id,
        document:
          #"{"key":"new_checkout","kind":"release","rules":[{"id":"r_00000001","when":{"attribute":"a","op":"future"},"serve":"on"}]}"#,
        expects: .present)
    ]
    _ = try await fixture.store.commit(Change(chain: environment.projectID, edits: [edit]))
    let server = try await fixture.anotherServer()
    let answer = await Fixture.send(to: server, .post, "/v1/evaluate", Array("{}".utf8), token: fixture.clientKey)
    #expect(answer["flags"]?[0] == ["key": "new_checkout", "reason": "malformed"])
    #expect(answer["flags"]?[1]?["isEnabled"] == true)
    let ready = await Fixture.send(to: server, .get, "/readyz")
    #expect(ready.status == 200)
    #expect(ready["status"] == "degraded")
    #expect(ready.text.contains("1 malformed flags"))
    // Anybody may ask this; which flags there are is not for anybody.
    #expect(!ready.text.contains("new_checkout"))
  }

  @Test func requestsSeeWholeRevisionsWhileTheRulesetChanges() async throws {
    let fixture = try await Fixture()
    let flags = try await fixture.store.flags(projectID: environment(fixture).projectID)
    // Both flags are killed and revived in one change each time, so no answer may show one of them killed alone.
    let environment = try await environment(fixture)
    let server = fixture.server
    await withTaskGroup { group in
      group.addTask {
        for round in 0..<50 {
          let verb = round.isMultiple(of: 2) ? "true" : "false"
          let body = Self.defaults(verb == "true" ? "on" : "off")
          let answer = await fixture.control(
            .post, "/api/v1/projects/shop/environments/production/apply", body)
          #expect(answer.status == 200, "\(answer.text)")
        }
      }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<200 {
            let answer = await Fixture.send(
              to: server, .post, "/v1/evaluate", Array("{}".utf8), token: fixture.clientKey)
            let states = answer["flags"]?.arrayValue?.filter { $0["kind"] == "permission" }.map { $0["isEnabled"] }
            #expect(Set(states ?? []).count <= 1)
          }
        }
      }
    }
    #expect(flags.count == 2 && environment.key == "production")
  }

  private static func defaults(_ variation: String) -> String {
    let flags = ["p1", "p2", "p3"].map {
      #""\#($0)":{"kind":"permission","owner":"w","default":"\#(variation)"}"#
    }.joined(separator: ",")
    return #"{"document":{"schema":1,"flags":{\#(flags)}}}"#
  }
}
