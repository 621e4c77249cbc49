import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// What somebody may change in one environment changes no other one in which they may not.
@Suite struct ReachTests {
  private static let creation =
    ##"{"operation":"createFlag","flag":"fresh","document":{"kind":"release","owner":"web"}}"##
  private static let addition = ##"""
    {"operation":"replaceFlag","flag":"welcome_text","patch":{"properties":{"text":{"type":"string","default":"hello"},
     "more":{"type":"string","default":"x"}}}}
    """##

  @Test("A change that reaches other environments is planned and proposed by nobody who may not make it at once")
  func aTokenOfOneEnvironmentReachesNoOther() async throws {
    let world = try await ControlWorld()
    for change in [Self.creation, Self.addition] {
      let requests = [
        ("/schedules", #"{"environment":"staging","change":\#(change),"at":"2027-01-16T14:00:00Z"}"#),
        ("/environments/staging/change-requests", #"{"title":"More","change":\#(change)}"#),
      ]
      for (path, body) in requests {
        let request = WorldRequest(method: .post, path: "/api/v1/projects/shop" + path, body: body)
        let refused = await world.send(request, as: .elsewhereToken)
        #expect(refused.status == 403, "\(path): \(refused.text)")
        #expect(refused["detail"]?.stringValue?.contains("this changes environment") == true, "\(refused.text)")
        #expect(await world.send(request, as: .editToken).status == 201)
      }
    }
  }

  @Test("A schedule that reaches other environments fails when its planner has lost the right there")
  func aScheduleAsksAgainWhenItRuns() async throws {
    let bench = try await PlanBench()
    let operation = PlannedOperation.create(flag: "fresh", document: ["kind": "release", "owner": "web"])
    let job = try await bench.plan(operation)
    let project = try bench.place().project.id
    let narrowed = try bench.place().environment.id
    bench.rights.set(
      job.actor,
      Access(
        actor: job.actor, reach: .projects([project: Access.Grant(role: .editor)]),
        limits: TokenLimits(environments: [narrowed])))
    bench.clock.advance(milliseconds: PlanBench.hour)
    _ = try await bench.runner().runDue()
    let found = try await bench.job(job.id)
    #expect(found.state == .failed)
    #expect(found.lastError?.contains("this changes environment") == true, "\(found.lastError ?? "")")
  }

  @Test("The key of an earlier flag gets another meaning in a protected environment only with an approval")
  func aReusedKeyIsAnEffectWhereverAppsMayAsk() async throws {
    let world = try await ControlWorld()
    await world.make(.delete, "/flags/new_checkout")
    await world.make(.patch, "/environments/production", #"{"protected":true}"#)
    let body = #"""
      {"key":"new_checkout","reuseKey":true,"reason":"again","document":{"kind":"killSwitch","owner":"web",
       "variations":{"off":{"enabled":false},"on":{"enabled":true}},"off":"off","default":"on"}}
      """#
    let request = WorldRequest(
      method: .post, path: "/api/v1/projects/shop/environments/development/flags", body: body)
    let refused = await world.send(request, as: .editor)
    #expect(refused.status == 403, "\(refused.text)")
    #expect(refused["code"] == "approvalRequired")
  }

  @Test("Deleting an archived flag needs a reason where an environment is protected")
  func deletingAnArchivedFlagNeedsAReason() async throws {
    let world = try await ControlWorld()
    await world.make(.post, "/flags/new_checkout/archive")
    await world.make(.patch, "/environments/production", #"{"protected":true}"#)
    let request = WorldRequest(method: .delete, path: "/api/v1/projects/shop/flags/new_checkout")
    let refused = await world.send(request, as: .editor)
    #expect(refused.status == 422)
    #expect(refused.faults.hasPrefix("reason: is required"))
  }

  @Test("Who may only look reads nobody's attributes off previews of conditions of their own")
  func aViewerPreviewsNoContentOfTheirOwn() async throws {
    let world = try await ControlWorld()
    let path = "/api/v1/projects/shop/environments/production/preview"
    for change in [Self.creation, Self.addition] {
      let request = WorldRequest(method: .post, path: path, body: #"{"change":\#(change)}"#)
      #expect(await world.send(request, as: .viewer).status == 403)
      #expect(await world.send(request, as: .editor).status == 200)
    }
    let kill = #"{"change":{"operation":"killFlag","flag":"new_checkout"}}"#
    #expect(await world.send(WorldRequest(method: .post, path: path, body: kill), as: .viewer).status == 200)
  }
}
