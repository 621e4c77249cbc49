import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// Deleting flags and bringing them back; the names in brackets are those of reports from the field.
@Suite struct FlagDeletionTests {
  private let path = Fixture.flags + "/new_checkout"

  @Test func aDeletedFlagLeavesEveryAnswerAndListAndStaysReadable() async throws {
    let bench = try await DeletionBench()
    let fixture = bench.fixture
    let document = await fixture.control(.get, path)["document"]
    #expect(await bench.delete().status == 204)
    #expect(await fixture.evaluate("/v1/evaluate/new_checkout", "{}").status == 404)
    #expect(await fixture.evaluate("/v1/evaluate", "{}")["flags"]?.arrayValue?.count == 1)
    for query in ["", "?archived=true", "?state=active", "?state=archived"] {
      let keys = await fixture.control(.get, Fixture.flags + query)["flags"]?.arrayValue?.compactMap { $0["key"] }
      #expect(keys?.contains("new_checkout") == false, "\(query)")
    }
    let ruleset = await fixture.control(.get, DeletionBench.production + "/ruleset?archived=true")
    #expect(ruleset["flags"]?.objectValue?.names == ["welcome_text"])
    let view = await fixture.control(.get, path)
    #expect(view.status == 200)
    #expect(view["state"] == "deleted")
    #expect(view["document"] == document)
    let versions = await fixture.control(.get, path + "/versions")["versions"]?.arrayValue
    #expect(versions?.map { $0["action"] } == ["flag.delete", "flag.create"])
    #expect(versions?.map { $0["state"] } == ["deleted", "active"])
    #expect(await fixture.control(.get, path + "/versions/1.1").status == 200)
    #expect(await bench.delete().status == 204)
    #expect(await bench.rows("flag.delete").count == 3)
  }

  @Test func deletedFlagsAreListedWhenAskedForPageByPage() async throws {
    let bench = try await DeletionBench()
    let id = try await bench.id()
    await bench.delete()
    #expect(await bench.create(more: #","reuseKey":true,"reason":"again""#).status == 201)
    await bench.delete()
    let second = try await bench.id()
    let list = Fixture.flags + "?state=deleted"
    let all = await bench.fixture.control(.get, list)
    #expect(all["total"] == 2)
    #expect(Set(all["flags"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []) == [id, second])
    var found: [String] = []
    var next = ""
    repeat {
      let page = await bench.fixture.control(.get, list + "&limit=1" + next)
      found += page["flags"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
      next =
        page["next"]?.stringValue.map { "&after=" + $0.replacing("+", with: "%2B").replacing("=", with: "%3D") } ?? ""
    } while !next.isEmpty && found.count < 5
    #expect(found.count == 2)
    #expect(Set(found) == [id, second])
    let wrong = await bench.fixture.control(.get, Fixture.flags + "?state=gone")
    #expect(wrong.status == 400)
    #expect(wrong["detail"]?.stringValue?.contains("active, archived, deleted") == true)
  }

  @Test("CP-12: a deleted flag cannot be edited, and comes back with its key, rules, salts and so the same groups")
  func aDeletedFlagIsReadOnlyAndComesBackWithTheSameGroups() async throws {
    let bench = try await DeletionBench()
    let before = await bench.answers()
    #expect(Set(before.compactMap { $0["isEnabled"] }).count == 2)
    let view = await bench.fixture.control(.get, path)
    await bench.delete()
    let document = view["document"]?.text() ?? ""
    for (method, path, body) in [
      (HTTPMethod.put, path, #"{"document":\#(document)}"#), (.post, path + "/kill", ""), (.post, path + "/unkill", ""),
      (.post, path + "/versions/1.1/restore", ""), (.post, DeletionBench.flag + "/archive", ""),
      (.post, DeletionBench.flag + "/unarchive", ""),
      (
        .post, DeletionBench.production + "/promote", #"{"from":"staging","flags":["new_checkout"]}"#
      ),
      (
        .post, DeletionBench.production + "/apply",
        #"{"document":{"schema":1,"flags":{"new_checkout":\#(document)}}}"#
      ),
      (
        .post, "/api/v1/projects/shop/schedules",
        #"{"environment":"production","at":"2027-02-01T00:00:00Z","change":{"operation":"killFlag","flag":"new_checkout"}}"#
      ),
    ] {
      let answer = await bench.fixture.control(method, path, body, headers: [("If-Match", "*")])
      #expect([404, 409].contains(answer.status), "\(method.name) \(path): \(answer.text)")
    }
    #expect(await bench.fixture.control(.get, path)["document"] == view["document"])
    let back = await bench.undelete()
    #expect(back["state"] == "active")
    #expect(back["id"] == view["id"])
    let after = await bench.fixture.control(.get, path)
    #expect(after["document"] == view["document"])
    #expect(after["state"] == "active")
    #expect(await bench.answers() == before)
    #expect(await bench.undelete().status == 200)
    #expect(await bench.rows("flag.undelete").count == 3)
  }

  @Test("CP-10: one row for each environment with actor, reason, before and after")
  func deletingAndBringingBackLeaveTheirRows() async throws {
    let bench = try await DeletionBench()
    await bench.delete()
    await bench.undelete()
    for (action, reason) in [("flag.delete", "code is gone"), ("flag.undelete", "still needed")] {
      let rows = await bench.rows(action)
      #expect(Set(rows.compactMap { $0["environment"]?.stringValue }) == ["development", "staging", "production"])
      #expect(rows.count == 3)
      for row in rows {
        #expect(row["actor"]?.stringValue?.hasPrefix("token:") == true)
        #expect(row["reason"]?.stringValue == reason)
        #expect((row["before"]?["flag"]?["deletedAt"] == .null) == (action == "flag.delete"))
        #expect((row["after"]?["flag"]?["deletedAt"] == .null) == (action == "flag.undelete"))
        #expect(row["before"]?["items"] != row["after"]?["items"])
      }
    }
  }

  @Test func anArchivedFlagIsDeletedWithOneRowAndComesBackArchived() async throws {
    let bench = try await DeletionBench()
    _ = await bench.fixture.control(.post, DeletionBench.flag + "/archive")
    #expect(await bench.delete().status == 204)
    #expect(await bench.rows("flag.delete").count == 1)
    let back = await bench.undelete()
    #expect(back["state"] == "archived")
    #expect(await bench.fixture.evaluate("/v1/evaluate/new_checkout", "{}").status == 404)
    #expect(await bench.fixture.control(.post, DeletionBench.flag + "/unarchive").status == 200)
    #expect(await bench.fixture.evaluate("/v1/evaluate/new_checkout", "{}").status == 200)
  }

  @Test func aKillStaysThroughADeletion() async throws {
    let bench = try await DeletionBench()
    _ = await bench.fixture.control(.post, path + "/kill")
    await bench.delete()
    await bench.undelete()
    #expect(await bench.fixture.evaluate("/v1/evaluate/new_checkout", "{}")["reason"] == "killed")
  }

  @Test func aFlagThatOthersReferToIsNotDeletedAndTheyAreNamed() async throws {
    let bench = try await DeletionBench()
    let needs = FlagText.flag("needs", requiring: "new_checkout")
    let asks = FlagText.flag("asks", when: #"{"flag":"new_checkout","serves":"on"}"#)
    #expect(await bench.fixture.apply("\(needs),\(asks)").status == 200)
    let refused = await bench.delete()
    #expect(refused.status == 409)
    let detail = refused["detail"]?.stringValue ?? ""
    #expect(detail.contains("cannot be deleted while others refer to it"))
    #expect(detail.contains(#"flag "needs""#) && detail.contains(#"flag "asks""#))
    #expect(await bench.fixture.evaluate("/v1/evaluate/new_checkout", "{}").status == 200)
  }

  @Test func aFlagIsNotBroughtBackWhenWhatItNeedsIsGone() async throws {
    let bench = try await DeletionBench()
    #expect(await bench.fixture.apply(FlagText.flag("needs", requiring: "new_checkout")).status == 200)
    let needs = "/api/v1/projects/shop/flags/needs"
    #expect(await bench.delete(path: needs).status == 204)
    #expect(await bench.delete().status == 204)
    let refused = await bench.undelete(needs)
    #expect(refused.status == 422)
    #expect(refused.faults.contains("environments.production.flags.needs.prerequisites[0].flag"))
    await bench.undelete()
    #expect(await bench.undelete(needs).status == 200)
  }

  @Test func whoMayNotEditMayNotDelete() async throws {
    let fixture = try await DeletionBench().fixture
    let key = await fixture.control(
      .post, "/api/v1/projects/shop/keys", #"{"kind":"admin","scopes":["read","release"]}"#)
    let token = try #require(key["value"]?.stringValue)
    for (method, path) in [(HTTPMethod.delete, DeletionBench.flag), (.post, DeletionBench.flag + "/undelete")] {
      #expect(await fixture.send(method, path, token: token).status == 403)
    }
    #expect(await fixture.send(.get, DeletionBench.flag + "/owners", token: token).status == 200)
    let unknown = await fixture.control(.delete, "/api/v1/projects/shop/flags/none")
    #expect(unknown.status == 404)
    #expect(unknown["code"] == "flagNotFound")
  }

  @Test("SV-10: a key with / : ? + or a space is refused and makes no second flag")
  func aKeyThatWouldBreakAPathIsRefused() async throws {
    let bench = try await DeletionBench()
    for key in ["a/b", "a:b", "a?b", "a+b", " a", "a ", "", "-a"] {
      let answer = await bench.create(key)
      #expect(answer.status == 422, "\(key)")
    }
    #expect(await bench.create("a").status == 201)
    #expect(await bench.create("A").status == 201)
    #expect(try await bench.id("a") != bench.id("A"))
    #expect(await bench.delete(path: "/api/v1/projects/shop/flags/A").status == 204)
    #expect(await bench.fixture.control(.get, Fixture.flags + "/a")["state"] == "active")
  }
}
