import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// Keys that other flags have had.
@Suite struct KeyReuseTests {
  private let path = Fixture.flags + "/new_checkout"
  private let reuse = #","reuseKey":true,"reason":"no app of then is left""#

  @Test("OP-04: the key of an archived or deleted flag is refused, and who owns it is said", arguments: [false, true])
  func aKeyThatAnotherFlagHadIsRefused(isDeleted: Bool) async throws {
    let bench = try await DeletionBench()
    let id = try await bench.id()
    if isDeleted {
      await bench.delete()
    } else {
      _ = await bench.fixture.control(.post, DeletionBench.flag + "/archive")
    }
    let refused = await bench.create()
    #expect(refused.status == 409)
    let detail = refused["detail"]?.stringValue ?? ""
    #expect(detail.contains(id))
    #expect(detail.contains(isDeleted ? "was deleted; undelete it" : "is archived; unarchive it"))
    #expect(detail.contains("reuseKey"))
    #expect(refused["owner"]?["id"]?.stringValue == id)
    #expect(refused["owner"]?["state"] == (isDeleted ? "deleted" : "archived"))
    let reasonless = await bench.create(more: #","reuseKey":true"#)
    #expect(reasonless.status == 422)
    #expect(reasonless.faults.hasPrefix("reason: is required"))
    #expect(try await bench.id() == id)
  }

  @Test func theKeyOfAFlagInUseIsNeverTaken() async throws {
    let bench = try await DeletionBench()
    let refused = await bench.create(more: reuse)
    #expect(refused.status == 409)
    #expect(refused["detail"] == #"flag "new_checkout" exists already"#)
    #expect(await bench.create("fresh", more: reuse).status == 201)
  }

  @Test(arguments: [false, true])
  func aReusedKeyIsAnotherFlagWithOtherRuleIDsAndSalts(isDeleted: Bool) async throws {
    let bench = try await DeletionBench()
    let id = try await bench.id()
    if isDeleted {
      await bench.delete()
    } else {
      _ = await bench.fixture.control(.post, DeletionBench.flag + "/archive")
    }
    let document = #"{"kind":"ops","owner":"web","rules":[{"rollout":{"percent":5},"serve":"on"}]}"#
    let made = await bench.create("new_checkout", document, more: reuse)
    #expect(made.status == 201)
    #expect(made["id"]?.stringValue != id)
    #expect(made["document"]?["kind"] == "ops")
    let rule = made["document"]?["rules"]?[0]
    #expect(rule?["id"] != "r_00000001" && rule?["id"] != "r_00000002")
    #expect(rule?["rollout"]?["salt"] != "s1")
    let owners = await bench.fixture.control(.get, DeletionBench.flag + "/owners")["owners"]?.arrayValue
    #expect(owners?.map { $0["id"]?.stringValue } == [made["id"]?.stringValue, id])
    #expect(owners?.map { $0["state"] } == ["active", "deleted"])
    // The earlier owner goes with the same commit, on record as its own row.
    #expect(await bench.rows("flag.delete").count == (isDeleted ? 3 : 1))
    #expect(await bench.rows("flag.delete").last?["reason"] == (isDeleted ? "code is gone" : "no app of then is left"))
    #expect(await bench.fixture.evaluate("/v1/evaluate/new_checkout", "{}")["kind"] == "ops")
  }

  @Test func ruleIDsAndSaltsOfTheEarlierFlagAreRefusedWithTheirPaths() async throws {
    let bench = try await DeletionBench()
    await bench.delete()
    let document =
      #"{"kind":"ops","owner":"web","rules":[{"id":"r_00000002","rollout":{"percent":5,"salt":"s1"},"serve":"on"},"#
      + #"{"id":"r_0000000a","when":{"percent":{"percent":5,"salt":"s1"}},"serve":"on"}]}"#
    let refused = await bench.create("new_checkout", document, more: reuse)
    #expect(refused.status == 422)
    let paths = refused["errors"]?.arrayValue?.compactMap { $0["path"]?.stringValue } ?? []
    #expect(
      Set(paths) == [
        "flags.new_checkout.rules[0].id", "flags.new_checkout.rules[0].rollout.salt",
        "flags.new_checkout.rules[1].when.percent.salt",
      ])
  }

  @Test func theEarlierFlagIsNotBroughtBackWhileAnotherOneHasItsKey() async throws {
    let bench = try await DeletionBench()
    let id = try await bench.id()
    await bench.delete()
    let made = await bench.create(more: reuse)
    let second = try #require(made["id"]?.stringValue)
    for path in [DeletionBench.flag, "/api/v1/projects/shop/flags/\(id)"] {
      let refused = await bench.undelete(path)
      #expect(refused.status == 409)
      #expect(refused["detail"]?.stringValue?.contains("belongs to flag \(second) now (active)") == true)
      #expect(refused["owner"]?["id"]?.stringValue == second)
    }
    await bench.delete()
    // By the key the last owner is meant, by its id the earlier one.
    #expect(await bench.undelete("/api/v1/projects/shop/flags/\(id)")["id"]?.stringValue == id)
    #expect(await bench.fixture.evaluate("/v1/evaluate/new_checkout", "{}")["kind"] == "release")
    #expect(await bench.undelete("/api/v1/projects/shop/flags/\(second)").status == 409)
  }

  @Test func applyingADocumentNeverTakesAKeyOver() async throws {
    let bench = try await DeletionBench()
    let export = await bench.fixture.control(.get, DeletionBench.production + "/ruleset")
    await bench.delete()
    for path in ["/apply", "/change-requests"] {
      let change = #"{"document":\#(export.text)}"#
      let body =
        path == "/apply"
        ? change : #"{"title":"t","change":{"operation":"applyRuleset",\#(change.dropFirst())}"#
      let refused = await bench.fixture.control(.post, DeletionBench.production + path, body)
      #expect(refused.status == 409, "\(path): \(refused.text)")
      #expect(refused["owner"]?["state"] == "deleted")
    }
    #expect(await bench.fixture.control(.get, path)["state"] == "deleted")
    await bench.undelete()
    #expect(
      await bench.fixture.control(.post, DeletionBench.production + "/apply", #"{"document":\#(export.text)}"#)[
        "results"]?[0]?[
          "result"] == "unchanged")
  }

  @Test func anEnvironmentThatCopiesAnotherOneCopiesNoDeletedFlagIntoItsAnswers() async throws {
    let bench = try await DeletionBench()
    await bench.delete()
    let made = await bench.fixture.control(
      .post, "/api/v1/projects/shop/environments", #"{"key":"qa","copyFrom":"production"}"#)
    #expect(made.status == 201)
    let flags = await bench.fixture.control(.get, "/api/v1/projects/shop/environments/qa/flags")
    #expect(flags["flags"]?.arrayValue?.map { $0["key"] } == ["welcome_text"])
    #expect(await bench.undelete().status == 200)
    let back = await bench.fixture.control(.get, "/api/v1/projects/shop/environments/qa/flags/new_checkout")
    #expect(back["document"]?["rules"]?[1]?["rollout"]?["salt"] == "s1")
  }

  @Test("D-04: the past of a key is answered by the flag that had it then")
  func timeTravelAndHistoryBeforeTheReuseAreOfTheEarlierFlag() async throws {
    let bench = try await DeletionBench()
    let id = try await bench.id()
    bench.clock.advance(seconds: 10)
    let then = Instants.text(bench.clock.now)
    bench.clock.advance(seconds: 10)
    await bench.delete()
    bench.clock.advance(seconds: 10)
    let between = Instants.text(bench.clock.now)
    bench.clock.advance(seconds: 10)
    #expect(await bench.create(more: reuse).status == 201)
    bench.clock.advance(seconds: 10)
    func evaluate(_ instant: String) async -> Answer {
      await bench.fixture.control(
        .post, path + "/evaluate", #"{"at":"\#(instant)","context":{"attributes":{"country":"DE"}}}"#)
    }
    #expect(await evaluate(then)["evaluation"]?["ruleId"] == "r_00000001")
    #expect(await evaluate(between).status == 404)
    let now = Instants.text(bench.clock.now)
    #expect(await evaluate(now)["evaluation"]?["ruleId"] == "default")
    #expect(await bench.fixture.control(.get, path + "/versions")["versions"]?.arrayValue?.count == 1)
    let earlier = await bench.fixture.control(.get, Fixture.flags + "/\(id)/versions")["versions"]?.arrayValue
    #expect(earlier?.map { $0["action"] } == ["flag.delete", "flag.create"])
  }

  @Test func anEditThatBeganWithTheEarlierFlagIsNoneOfTheNewOne() async throws {
    let bench = try await DeletionBench()
    let before = await bench.fixture.control(.get, path)
    let tag = try #require(before.header("ETag"))
    let document = try #require(before["document"])
    await bench.delete()
    #expect(await bench.create(more: reuse).status == 201)
    let now = try #require(await bench.fixture.control(.get, path).header("ETag"))
    #expect(now != tag)
    let late = await bench.fixture.control(
      .put, path, #"{"document":\#(document.text())}"#, headers: [("If-Match", tag)])
    #expect(late.status == 412, "\(late.text)")
    #expect(await bench.fixture.control(.get, path).header("ETag") == now)
    let history = await bench.fixture.control(.get, path + "/versions")
    #expect(history["versions"]?.arrayValue?.count == 1 && history["next"] == .null, "\(history.text)")
  }

  @Test func theRuleIDsAndSaltsOfTheEarlierFlagAreRefusedInLaterEditsToo() async throws {
    let bench = try await DeletionBench()
    let document = try #require(await bench.fixture.control(.get, path)["document"])
    await bench.delete()
    #expect(await bench.create(more: reuse).status == 201)
    let late = await bench.fixture.control(
      .put, path, #"{"document":\#(document.text())}"#, headers: [("If-Match", "*")])
    #expect(late.status == 422, "\(late.text)")
    #expect(late.faults.contains("is of the flag that had this key before"))
  }
}
