import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct ChangeRequestLifeTests {
  @Test func anApprovedRequestIsAppliedAtItsInstant() async throws {
    let bench = try await ProtectionTests.bench()
    let place = try bench.place()
    let request = try await bench.propose(ProtectionTests.writes[1])
    let instant = try PlannedInstant(
      ControlBody(["at": .string(Instants.text(bench.clock.now + PlanBench.hour))], members: ["at"]),
      now: bench.clock.now)
    let early = await refusal {
      _ = try await bench.requests.schedule(request.id, at: instant, in: place, by: bench.person("author"), reason: "")
    }
    #expect(early?.code == .approvalRequired)
    _ = try await bench.approve(request)
    let planned = try await bench.requests.schedule(
      request.id, at: instant, in: place, by: bench.person("author"), reason: "")
    let jobID = try #require(planned.jobID)
    let listed = try await bench.schedules.unfinished(of: "new_checkout", in: place.project)
    #expect(listed.map(\.id) == [jobID])
    #expect(try await bench.flag().document["default"] == "on")
    let start = try #require(try await bench.audit().last?.sequence)
    bench.clock.advance(milliseconds: PlanBench.hour)
    _ = try await bench.runner().runDue()
    #expect(try await bench.job(jobID).state == .done)
    #expect(try await bench.requests.request(request.id, in: place).state == .applied)
    #expect(try await bench.flag().document["default"] == "off")
    let rows = try await bench.audit(after: start)
    #expect(rows.map(\.entry.action) == ["flag.replace"])
    #expect(rows.first?.entry.via == "schedule")
  }

  @Test func aRequestThatIsStaleAtItsInstantFailsWithTheReason() async throws {
    let bench = try await ProtectionTests.bench()
    let place = try bench.place()
    let request = try await bench.propose(ProtectionTests.writes[1])
    _ = try await bench.approve(request)
    let instant = try PlannedInstant(
      ControlBody(["at": .string(Instants.text(bench.clock.now + PlanBench.hour))], members: ["at"]),
      now: bench.clock.now)
    let planned = try await bench.requests.schedule(
      request.id, at: instant, in: place, by: bench.person("author"), reason: "")
    _ = try await bench.flags.setKilled(true, "new_checkout", in: place, by: bench.person("bob"), reason: "")
    bench.clock.advance(milliseconds: PlanBench.hour)
    _ = try await bench.runner().runDue()
    let job = try await bench.job(planned.jobID ?? "")
    #expect(job.state == .failed)
    #expect(job.lastError?.contains("has changed") == true)
    #expect(try await bench.requests.request(request.id, in: place).state == .stale)
  }

  @Test func aRejectedRequestIsOverAndItsAuthorMayTakeItBack() async throws {
    let bench = try await ProtectionTests.bench()
    let place = try bench.place()
    for caller in [try bench.person("author"), try bench.person("bob")] {
      let request = try await bench.propose(ProtectionTests.writes[1])
      let rejected = try await bench.requests.decide(
        .reject, on: request.id, contentHash: request.contentHash.hexadecimal, in: place, by: caller, reason: "no")
      #expect(rejected.state == .rejected)
      #expect(await refusal { try await bench.approve(request, by: bench.person("cat")) }?.code == .conflict)
      #expect(await refusal { try await bench.apply(request) }?.code == .conflict)
      #expect(try await bench.audit().last?.entry.action == "changeRequest.reject")
    }
  }

  @Test func anAdminBreaksTheGlassWithAReasonAndTheLogSaysSo() async throws {
    let bench = try await ProtectionTests.bench()
    let place = try bench.place()
    let request = try await bench.propose(ProtectionTests.writes[1])
    func breakGlass(_ caller: Caller, _ reason: String) async throws {
      _ = try await bench.requests.apply(
        request.id, ChangeRequestService.Application(isBreakGlass: true, reason: reason), in: place, by: caller)
    }
    let releaser = try bench.person("rita", nil, releases: ["production"])
    #expect(await refusal { try await breakGlass(releaser, "fire") }?.code == .forbidden)
    #expect(await refusal { try await breakGlass(bench.person("author"), "") }?.errors.first?.path == "reason")
    try await breakGlass(bench.person("author"), "checkout is down")
    let row = try #require(try await bench.audit().last)
    #expect(row.entry.action == "flag.replace.breakGlass")
    #expect(row.entry.reason == "checkout is down")
    #expect(try await bench.flag().document["default"] == "off")
  }

  @Test func commentsAreKeptAndBoundedAndOnRecord() async throws {
    let bench = try await ProtectionTests.bench()
    let place = try bench.place()
    let request = try await bench.propose(ProtectionTests.writes[1])
    _ = try await bench.requests.comment("why?", on: request.id, in: place, by: bench.person("eve", .viewer))
    let details = try await bench.requests.details(request.id, in: place, by: bench.person("ann"))
    #expect(details.comments.map(\.text) == ["why?"])
    #expect(try await bench.audit().last?.entry.action == "changeRequest.comment")
    let long = await refusal {
      _ = try await bench.requests.comment(
        String(repeating: "x", count: 4001), on: request.id, in: place, by: bench.person("ann"))
    }
    #expect(long?.errors.first?.path == "text")
  }

  @Test func archivingNeedsTheReleasersOfEveryProtectedEnvironment() async throws {
    let bench = try await ProtectionTests.bench()
    try await bench.protect("staging", approvals: 2)
    let request = try await bench.propose(.setArchived(true, flag: "new_checkout"))
    let one = try bench.person("rob", nil, releases: ["production"])
    #expect(await refusal { try await bench.approve(request, by: one) }?.code == .forbidden)
    #expect(try await bench.approve(request, by: bench.person("bob")).state == .open)
    let both = try bench.person("rita", nil, releases: ["production", "staging"])
    #expect(try await bench.approve(request, by: both).state == .approved)
    #expect(try await bench.apply(request).state == .applied)
    #expect(try await bench.flag().flag.archivedAt != nil)
  }

  @Test func anotherEnvironmentDoesNotKnowOfIt() async throws {
    let bench = try await ProtectionTests.bench()
    let request = try await bench.propose(ProtectionTests.writes[1])
    _ = try await bench.approve(request)
    let staging = try bench.place("staging")
    let ann = try bench.person("ann")
    let hash = request.contentHash.hexadecimal
    let approved = await refusal {
      _ = try await bench.requests.decide(
        .approve, on: request.id, contentHash: hash, in: staging, by: ann, reason: "")
    }
    let applied = await refusal {
      _ = try await bench.requests.apply(request.id, ChangeRequestService.Application(), in: staging, by: ann)
    }
    #expect(approved?.code == .notFound)
    #expect(applied?.code == .notFound)
  }

  @Test func whatWouldChangeNothingIsNotProposed() async throws {
    let bench = try await ProtectionTests.bench()
    let same = PlannedOperation.replace(
      flag: "new_checkout", FlagPatch(content: .members(["default": "on"]), base: nil))
    #expect(await refusal { try await bench.propose(same) }?.code == .conflict)
    let bad = PlannedOperation.replace(
      flag: "new_checkout", FlagPatch(content: .members(["default": "nowhere"]), base: nil))
    #expect(await refusal { try await bench.propose(bad) }?.code == .invalid)
    let title = await refusal {
      _ = try await bench.requests.propose(
        ChangeRequestService.Draft(operation: ProtectionTests.writes[1], title: "", description: ""),
        in: bench.place(), by: bench.person("author"))
    }
    #expect(title?.errors.first?.path == "title")
  }
}
