import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct MemberTests {
  @Test func membersAreListedWithTheirRolesByAddress() async throws {
    let fixture = try await PeopleFixture()
    for name in ["zoe", "ann", "bob"] { try await fixture.account(name) }
    try await fixture.member("zoe", "admin")
    try await fixture.member("ann", nil, releases: ["production", "staging", "production"])
    let place = try fixture.place()
    let members = try await fixture.people.members.members(of: place.project)
    #expect(members.map(\.account.id) == ["a_ann", "a_zoe"])
    #expect(members.map(\.membership.role) == [nil, .admin])
    let released = place.environments.filter { ["production", "staging"].contains($0.key) }.map(\.id).sorted()
    #expect(members[0].membership.releases == released)
  }

  @Test func theLastAdminOfAProjectIsNotRemovedByAccident() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    try await fixture.member("ann", "admin")
    let project = try fixture.place().project
    let refused = await problem { () async throws(Problem) in
      try await fixture.people.members.remove(
        "ann@example.com", from: project, mayLeaveProject: false, by: .setup, reason: "")
    }
    #expect(refused.status == 409)
    #expect(
      refused.detail
        == #"this is the last admin of project "default"; make somebody else one before, or say "force": true"#)
    try await fixture.people.members.remove(
      "ann@example.com", from: project, mayLeaveProject: true, by: .setup, reason: "")
    #expect(try await fixture.people.members.members(of: project).isEmpty)
  }

  @Test func theLastAdministratorOfTheInstanceIsNotDisabled() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann", isRoot: true)
    for change in [AccountChange(isRoot: false), AccountChange(isDisabled: true)] {
      let refused = await problem { () async throws(Problem) in
        try await fixture.people.accounts.change("a_ann", change, mayLeaveProjects: true, by: .setup, reason: "")
      }
      #expect(refused.status == 409)
      #expect(refused.detail.contains("ann@example.com is the last administrator of the instance"))
    }
  }

  @Test func ofTwoAdministratorsWhoDisableEachOtherAtOnceOneStays() async throws {
    let fixture = try await PeopleFixture()
    for name in ["ann", "bob"] { try await fixture.account(name, isRoot: true) }
    await withTaskGroup(of: Void.self) { group in
      for name in ["ann", "bob"] {
        group.addTask {
          _ = try? await fixture.people.accounts.change(
            "a_\(name)", AccountChange(isDisabled: true), mayLeaveProjects: true, by: .setup, reason: "")
        }
      }
    }
    #expect(try await fixture.people.accounts.accounts().filter { $0.disabledAt == nil }.count == 1)
  }

  @Test func whatIsNoRoleNoEnvironmentOrNoAccountIsNamed() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    for (name, role, releases, status, path) in [
      ("ann", "owner", [String](), 422, "role"), ("ann", nil, [], 422, "role"),
      ("ann", "viewer", ["production", "live"], 422, "releases[1]"), ("bob", "viewer", [], 404, nil),
    ] as [(String, String?, [String], Int, String?)] {
      let refused = await problem { () async throws(Problem) in
        let place = try await withProblem { try fixture.place() }
        return try await fixture.people.members.set(
          "\(name)@example.com", role: role, releases: releases, in: place, mayLeaveProject: false, by: .setup,
          reason: "")
      }
      #expect(refused.status == status)
      #expect(refused.errors.first?.path == path)
    }
  }

  /// A failure of the test itself as a problem, so that one closure has one kind of error.
  private func withProblem<Value>(_ body: () throws -> Value) async throws(Problem) -> Value {
    do { return try body() } catch { throw Problem(.internalError, "\(error)") }
  }

  @Test func changesOfPeopleAreInTheAuditLogOfWhatTheyConcern() async throws {
    let fixture = try await PeopleFixture()
    try await fixture.account("ann")
    try await fixture.member("ann", "viewer")
    _ = try await fixture.people.accounts.change(
      "a_ann", AccountChange(name: "Ann"), mayLeaveProjects: false, by: .setup, reason: "married")
    let project = try fixture.place().project
    let ofProject = try await fixture.store.audit(chain: project.id, after: 0, object: "account:a_ann", limit: 10)
    #expect(ofProject.map(\.entry.action) == ["member.set"])
    #expect(ofProject.first?.after?.contains(#""role":"viewer""#) == true)
    let ofInstance = try await fixture.store.audit(
      chain: AuditChain.instance, after: 0, object: "account:a_ann", limit: 10)
    #expect(ofInstance.map(\.entry.action) == ["account.create", "account.change"])
    #expect(ofInstance.last?.entry.reason == "married")
  }
}
