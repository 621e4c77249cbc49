import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct FlagStateTests {
  private let path = Fixture.flags + "/new_checkout"
  private let germany = #"{"context":{"attributes":{"country":"DE"}}}"#

  @Test func aKilledFlagIsOffForEverybodyWithDefaultPropertiesAndNoRule() async throws {
    let fixture = try await Fixture()
    let answer = await fixture.control(.post, path + "/kill", #"{"reason":"harm"}"#)
    #expect(answer.status == 200)
    #expect(answer["killed"] == true)
    let evaluation = await fixture.evaluate("/v1/evaluate/new_checkout", germany)
    #expect(evaluation["isEnabled"] == false)
    #expect(evaluation["ruleId"] == "")
    #expect(evaluation["reason"] == "killed")
    #expect(evaluation["properties"] == ["button_color": "blue", "max_items": 3, "layout": ["columns": 1]])
    let back = await fixture.control(.post, path + "/unkill", #"{"reason":"fixed"}"#)
    #expect(back["killed"] == false)
    #expect(await fixture.evaluate("/v1/evaluate/new_checkout", germany)["ruleId"] == "r_00000001")
  }

  @Test func killingTwiceWritesOnce() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.control(.post, path + "/kill").status == 200)
    let revision = await fixture.evaluate("/v1/evaluate", "{}")["revision"]
    #expect(await fixture.control(.post, path + "/kill").status == 200)
    #expect(await fixture.evaluate("/v1/evaluate", "{}")["revision"] == revision)
    let audit = await fixture.control(.get, "/api/v1/projects/shop/audit")
    #expect(audit["entries"]?.arrayValue?.filter { $0["action"] == "flag.kill" }.count == 1)
  }

  @Test func aKillStaysInItsEnvironment() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.control(.post, path + "/kill").status == 200)
    let staging = await fixture.control(.get, "/api/v1/projects/shop/environments/staging/flags/new_checkout")
    #expect(staging["killed"] == false)
  }

  @Test func archivingTakesAFlagOutOfEveryAnswerAndUnarchivingBringsItBackAsItWas() async throws {
    let fixture = try await Fixture()
    let before = await fixture.control(.get, path)["document"]
    #expect(await fixture.control(.post, "/api/v1/projects/shop/flags/new_checkout/archive").status == 200)
    #expect(await fixture.evaluate("/v1/evaluate/new_checkout", germany).status == 404)
    #expect(await fixture.evaluate("/v1/evaluate", germany)["flags"]?.arrayValue?.count == 1)
    #expect(await fixture.control(.post, path + "/kill").status == 409)
    #expect(await fixture.control(.post, "/api/v1/projects/shop/flags/new_checkout/unarchive").status == 200)
    #expect(await fixture.control(.get, path)["document"] == before)
    #expect(await fixture.evaluate("/v1/evaluate/new_checkout", germany)["ruleId"] == "r_00000001")
  }

  @Test func everyWriteLeavesARowWithActorReasonBeforeAndAfter() async throws {
    let fixture = try await Fixture()
    let document = #"{"kind":"release","owner":"web"}"#
    _ = await fixture.control(.post, Fixture.flags, #"{"key":"banner","document":\#(document),"reason":"r1"}"#)
    let changed = #"{"kind":"release","owner":"web","default":"on"}"#
    _ = await fixture.control(
      .put, Fixture.flags + "/banner", #"{"document":\#(changed),"reason":"r2"}"#, headers: [("If-Match", "\"1.1\"")])
    _ = await fixture.control(.post, Fixture.flags + "/banner/kill", #"{"reason":"r3"}"#)
    _ = await fixture.control(.post, Fixture.flags + "/banner/unkill", #"{"reason":"r4"}"#)
    _ = await fixture.control(.post, "/api/v1/projects/shop/flags/banner/archive", #"{"reason":"r5"}"#)
    _ = await fixture.control(.post, "/api/v1/projects/shop/flags/banner/unarchive", #"{"reason":"r6"}"#)
    let rows = try #require(
      await fixture.control(.get, "/api/v1/projects/shop/audit?limit=1000")["entries"]?.arrayValue)
    for (reason, action) in [
      ("r1", "flag.create"), ("r2", "flag.replace"), ("r3", "flag.kill"), ("r4", "flag.unkill"), ("r5", "flag.archive"),
      ("r6", "flag.unarchive"),
    ] {
      let found = rows.filter { $0["reason"]?.stringValue == reason }
      #expect(!found.isEmpty, "no row for \(action)")
      for row in found {
        #expect(row["action"]?.stringValue == action)
        #expect(row["actor"]?.stringValue?.hasPrefix("token:") == true)
        #expect(row["after"] != .null)
        #expect((row["before"] == .null) == (action == "flag.create"))
      }
    }
    let sequences = rows.compactMap { $0["sequence"]?.numberValue }
    #expect(sequences == (1...sequences.count).map(Double.init))
    let chain = try #require(await fixture.control(.get, "/api/v1/projects")["projects"]?[0]?["id"]?.stringValue)
    #expect(try await fixture.store.firstBrokenAuditRow(chain: chain) == nil)
  }
}
