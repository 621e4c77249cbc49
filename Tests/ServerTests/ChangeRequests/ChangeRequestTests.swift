import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct ChangeRequestTests {
  @Test(arguments: ProtectionTests.writes)
  func whatWasApprovedByAnotherIsWrittenOnceWithItsAuditRows(write: PlannedOperation) async throws {
    let bench = try await ProtectionTests.bench()
    let place = try bench.place()
    let start = try #require(try await bench.audit().last?.sequence)
    let request = try await bench.propose(write)
    #expect(request.state == .open)
    #expect(try bench.place().environment.revision == place.environment.revision)
    #expect(try await bench.approve(request).state == .approved)
    let applied = try await bench.apply(request)
    #expect(applied.state == .applied)
    #expect(applied.appliedRevision == place.environment.revision + 1)
    let rows = try await bench.audit(after: start)
    #expect(rows.prefix(2).map(\.entry.action) == ["changeRequest.propose", "changeRequest.approve"])
    for row in rows.dropFirst(2) {
      #expect(row.entry.via == "approval")
      #expect(row.entry.reason == "Half")
      #expect(row.after?.contains("\"state\":\"applied\"") == true)
    }
    let environments = Set(rows.dropFirst(2).compactMap(\.environmentID))
    #expect(environments.count == rows.count - 2)
    #expect(environments.contains(place.environment.id))
  }

  @Test func aRequestShowsWhatItWouldDo() async throws {
    let bench = try await ProtectionTests.bench()
    let request = try await bench.propose(ProtectionTests.writes[1])
    let details = try await bench.requests.details(request.id, in: bench.place(), by: bench.person("eve", .viewer))
    let part = try #require(details.difference?.parts.first)
    #expect(details.difference?.parts.count == 1)
    #expect(part.key == "new_checkout")
    #expect(part.changes.map(\.path) == ["default"])
    #expect(part.changes.first?.before == "on")
    #expect(part.changes.first?.after == "off")
    #expect(details.obstacle == nil)
    #expect(details.approvalsNeeded == 1)
  }

  @Test func theAuthorCannotApproveByWhicheverToken() async throws {
    let bench = try await ProtectionTests.bench()
    let author = try bench.person("ann1", account: "a_ann")
    let request = try await bench.propose(ProtectionTests.writes[1], by: author)
    #expect(request.author == "account:a_ann")
    for caller in [author, try bench.person("ann2", account: "a_ann")] {
      let refused = await refusal { try await bench.approve(request, by: caller) }
      #expect(refused?.code == .forbidden)
    }
    let early = await refusal { try await bench.apply(request, by: author) }
    #expect(early?.code == .approvalRequired)
  }

  @Test func whoMayNotReleaseDoesNotApproveAndWhoMayNotEditDoesNotPropose() async throws {
    let bench = try await ProtectionTests.bench()
    let viewer = try bench.person("eve", .viewer)
    #expect(await refusal { try await bench.propose(ProtectionTests.writes[1], by: viewer) }?.code == .forbidden)
    let request = try await bench.propose(ProtectionTests.writes[1], by: bench.person("ed", .editor))
    for caller in [
      viewer, try bench.person("other", .editor), try bench.person("rob", nil, releases: ["staging"]),
    ] {
      #expect(await refusal { try await bench.approve(request, by: caller) }?.code == .forbidden)
      #expect(await refusal { try await bench.apply(request, by: caller) }?.code == .forbidden)
    }
    let releaser = try bench.person("rita", nil, releases: ["production"])
    #expect(try await bench.approve(request, by: releaser).state == .approved)
  }

  @Test func asManyOthersHaveToApproveAsTheEnvironmentAsksFor() async throws {
    let bench = try await ProtectionTests.bench()
    try await bench.protect(approvals: 2)
    let request = try await bench.propose(ProtectionTests.writes[1])
    #expect(try await bench.approve(request, by: bench.person("bob")).state == .open)
    // The same person twice is one.
    #expect(try await bench.approve(request, by: bench.person("bob")).state == .open)
    #expect(await refusal { try await bench.apply(request) }?.code == .approvalRequired)
    #expect(try await bench.approve(request, by: bench.person("cat")).state == .approved)
    #expect(try await bench.apply(request).state == .applied)
  }

  @Test func anEditAfterTheApprovalNeedsAnother() async throws {
    let bench = try await ProtectionTests.bench()
    let request = try await bench.propose(ProtectionTests.writes[1])
    _ = try await bench.approve(request)
    let edited = try await bench.requests.edit(
      request.id,
      (.replace(flag: "new_checkout", FlagPatch(content: .members(["rules": []]), base: nil)), nil, nil),
      version: nil, in: bench.place(), by: bench.person("author"))
    #expect(edited.state == .open)
    #expect(edited.contentHash != request.contentHash)
    #expect(await refusal { try await bench.apply(request) }?.code == .approvalRequired)
    // What was shown before is not what is approved now.
    #expect(await refusal { try await bench.approve(request) }?.code == .preconditionFailed)
    _ = try await bench.approve(edited)
    #expect(try await bench.apply(edited).state == .applied)
    #expect(try await bench.flag().document["default"] == "on")
  }

  @Test func anotherTitleLeavesTheApprovalsAlone() async throws {
    let bench = try await ProtectionTests.bench()
    let request = try await bench.propose(ProtectionTests.writes[1])
    _ = try await bench.approve(request)
    let edited = try await bench.requests.edit(
      request.id, (nil, "Better", nil), version: 2, in: bench.place(), by: bench.person("author"))
    #expect(edited.state == .approved)
    #expect(edited.title == "Better")
    let byAnother = await refusal {
      _ = try await bench.requests.edit(
        request.id, (nil, "Worse", nil), version: nil, in: bench.place(), by: bench.person("bob"))
    }
    #expect(byAnother?.code == .forbidden)
  }

  @Test func aBaseThatMovedMakesItStaleUntilTheAuthorStartsAnew() async throws {
    let bench = try await ProtectionTests.bench()
    let place = try bench.place()
    let request = try await bench.propose(ProtectionTests.writes[1])
    _ = try await bench.approve(request)
    let other = try await bench.propose(
      .replace(flag: "new_checkout", FlagPatch(content: .members(["rules": []]), base: nil)))
    _ = try await bench.approve(other)
    _ = try await bench.apply(other)
    let stale = await refusal { try await bench.apply(request) }
    #expect(stale?.code == .conflict)
    let changed = stale?.members["changed"]?.arrayValue?.first
    #expect(changed?["key"] == "new_checkout")
    #expect(
      changed?["changes"]?.arrayValue?.contains { $0["path"] == "rules[r_00000001]" || $0["path"] == "rules" } == true)
    #expect(try await bench.requests.request(request.id, in: place).state == .stale)
    #expect(await refusal { try await bench.approve(request, by: bench.person("cat")) }?.code == .conflict)
    let rebased = try await bench.requests.rebase(request.id, in: place, by: bench.person("author"))
    #expect(rebased.state == .open)
    #expect(rebased.contentHash != request.contentHash)
    _ = try await bench.approve(rebased)
    #expect(try await bench.apply(rebased).state == .applied)
    let document = try await bench.flag().document
    #expect(document["default"] == "off")
    #expect(document["rules"]?.arrayValue ?? [] == [])
  }

  @Test func whatIsPromotedIsWhatWasApproved() async throws {
    let bench = try await ProtectionTests.bench()
    let request = try await bench.propose(ProtectionTests.promotion)
    _ = try await bench.approve(request)
    // Staging is open to everybody with the role, and is not what anybody approved any more.
    try await bench.flags.perform(
      .replace(
        flag: "new_checkout",
        FlagPatch(content: .members(["prerequisites": [["flag": "welcome_text", "enabled": true]]]), base: nil)),
      in: bench.place("staging"), by: bench.person("eve", .editor), reason: "")
    #expect(await refusal { try await bench.apply(request) }?.code == .conflict)
    #expect(try await bench.flag().document["prerequisites"] == nil)
  }

  @Test func ofTwoWhoApplyAtOnceOneDoes() async throws {
    let bench = try await ProtectionTests.bench()
    let request = try await bench.propose(ProtectionTests.writes[1])
    _ = try await bench.approve(request)
    let start = try #require(try await bench.audit().last?.sequence)
    let outcomes = await withTaskGroup(of: Problem?.self) { group in
      for _ in 0..<8 { group.addTask { await refusal { try await bench.apply(request) } } }
      var outcomes: [Problem?] = []
      for await outcome in group { outcomes.append(outcome) }
      return outcomes
    }
    #expect(outcomes.count { $0 == nil } == 1)
    #expect(outcomes.compactMap { $0 }.allSatisfy { $0.status == 409 })
    #expect(try await bench.audit(after: start).map(\.entry.action) == ["flag.replace"])
  }

  @Test func rightsThatWereLostDoNotCountWhenItIsApplied() async throws {
    let bench = try await ProtectionTests.bench()
    let request = try await bench.propose(ProtectionTests.writes[1], by: bench.person("author", .editor))
    _ = try await bench.approve(request, by: bench.person("bob"))
    _ = try bench.person("bob", .editor)
    #expect(await refusal { try await bench.apply(request, by: bench.person("cat")) }?.code == .approvalRequired)
    _ = try await bench.approve(request, by: bench.person("dan"))
    bench.rights.set("token:author", nil)
    let gone = await refusal { try await bench.apply(request, by: bench.person("cat")) }
    #expect(gone?.detail == "token:author, who proposed it, has no rights any more")
    _ = try bench.person("author", .editor)
    #expect(try await bench.apply(request, by: bench.person("cat")).state == .applied)
  }
}
