import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// A reason for every write in a protected environment.
@Suite struct ReasonTests {
  private func path(_ problem: Problem?) -> String? { problem?.errors.first?.path }

  /// Regression: a reason could be left out everywhere.
  @Test func wordsAboutAFlagTakeAReasonInAProtectedEnvironment() async throws {
    let bench = try await ProtectionTests.bench()
    let patch = PlannedOperation.replace(
      flag: "new_checkout", FlagPatch(content: .members(["owner": "others"]), base: nil))
    for reason in ["", " \n\t"] {
      let refused = await refusal {
        try await bench.flags.perform(patch, in: bench.place(), by: bench.person("ann"), reason: reason)
      }
      #expect(refused?.status == 422)
      #expect(path(refused) == "reason")
    }
    #expect(try await bench.flag().document["owner"] != "others")
    // Where nothing is protected it may be left out.
    try await bench.flags.perform(patch, in: bench.place("staging"), by: bench.person("ann"), reason: "")
    try await bench.flags.perform(
      .replace(flag: "new_checkout", FlagPatch(content: .members(["owner": "mine"]), base: nil)), in: bench.place(),
      by: bench.person("ann"), reason: "moved")
  }

  @Test func killsAndTakingOnesOwnBackTakeNone() async throws {
    let bench = try await ProtectionTests.bench()
    let ann = try bench.person("ann")
    _ = try await bench.flags.setKilled(true, "new_checkout", in: bench.place(), by: ann, reason: "")
    _ = try await bench.flags.setKilled(false, "new_checkout", in: bench.place(), by: ann, reason: "")
    let kill = try await bench.schedules.plan(
      .setKilled(true, flag: "new_checkout"),
      at: PlannedInstant(
        ControlBody(["at": .string(Instants.text(bench.clock.now + 1000))], members: ["at"]), now: bench.clock.now),
      in: bench.place(), by: ann, reason: "")
    bench.clock.advance(seconds: 1)
    _ = try await bench.runner().runDue()
    #expect(try await bench.job(kill.id).state == .done)
  }

  @Test func theTitleOfAChangeRequestIsItsReason() async throws {
    let bench = try await ProtectionTests.bench()
    let request = try await bench.propose(.setKilled(false, flag: "welcome_text"))
    try await bench.approve(request)
    _ = try await bench.apply(request)
    #expect(try await bench.audit().last?.entry.reason == "Half")
  }

  @Test func whatIsPlannedTakesItsReasonWhenItIsPlanned() async throws {
    let bench = try await ProtectionTests.bench()
    let instant = try PlannedInstant(
      ControlBody(["at": .string(Instants.text(bench.clock.now + 1000))], members: ["at"]), now: bench.clock.now)
    let words = PlannedOperation.replace(
      flag: "new_checkout", FlagPatch(content: .members(["owner": "others"]), base: nil))
    let refused = await refusal {
      _ = try await bench.schedules.plan(words, at: instant, in: bench.place(), by: bench.person("ann"), reason: "")
    }
    #expect(path(refused) == "reason")
    let job = try await bench.schedules.plan(
      words, at: instant, in: bench.place(), by: bench.person("ann"), reason: "the team moves")
    bench.clock.advance(seconds: 1)
    _ = try await bench.runner().runDue()
    #expect(try await bench.job(job.id).state == .done)
  }

  @Test func keysSegmentsAndTheEnvironmentItselfTakeOneToo() async throws {
    let fixture = try await Fixture()
    let environment = "/api/v1/projects/shop/environments/production"
    _ = await fixture.control(.post, environment + "/segments", #"{"key":"vip","kind":"list"}"#)
    let old = await fixture.control(
      .post, "/api/v1/projects/shop/keys", #"{"kind":"server","environment":"production"}"#)
    let key = try #require(old["id"]?.stringValue)
    let any = [("If-Match", "*")]
    #expect(await fixture.control(.patch, environment, #"{"protected":true}"#, headers: any).status == 200)
    let keys = "/api/v1/projects/shop/keys"
    let writes: [(HTTPMethod, String, JSONObject, Int)] = [
      (.post, keys, ["kind": "client", "environment": "production"], 201), (.post, keys + "/\(key)/rotate", [:], 201),
      (.delete, keys + "/\(key)", [:], 204), (.patch, environment + "/segments/vip", ["description": "people"], 200),
      (.patch, environment, ["name": "Live"], 200), (.patch, environment, ["protected": false], 200),
    ]
    for (method, path, members, status) in writes {
      let refused = await fixture.control(method, path, JSONValue.object(members).text(), headers: any)
      #expect(refused.status == 422, "\(method.name) \(path)")
      #expect(refused.faults == "reason: is required: environment \"production\" is protected", "\(path)")
      var reasoned = members
      reasoned["reason"] = "because"
      let done = await fixture.control(method, path, JSONValue.object(reasoned).text(), headers: any)
      #expect(done.status == status, "\(method.name) \(path): \(done.text)")
    }
    #expect(
      await fixture.control(.post, keys, #"{"kind":"client","environment":"staging"}"#).status == 201)
  }
}
