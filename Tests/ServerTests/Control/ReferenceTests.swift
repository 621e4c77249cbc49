import Foundation
import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct ReferenceTests {
  private func create(_ fixture: Fixture, _ key: String, _ flag: String) async -> Answer {
    await fixture.control(.post, Fixture.flags, #"{"key":"\#(key)","document":\#(flag.dropFirst(key.utf8.count + 3))}"#)
  }

  private func replace(_ fixture: Fixture, _ key: String, _ flag: String) async -> Answer {
    await fixture.control(
      .put, Fixture.flags + "/\(key)", #"{"document":\#(flag.dropFirst(key.utf8.count + 3))}"#,
      headers: [("If-Match", "*")])
  }

  private func archive(_ fixture: Fixture, _ key: String, _ action: String = "archive") async -> Answer {
    await fixture.control(.post, "/api/v1/projects/shop/flags/\(key)/\(action)")
  }

  static let wrong = [
    (FlagText.flag("f", requiring: "nobody"), "flags.f.prerequisites[0].flag: "),
    (FlagText.flag("f", requiring: "f"), "flags.f.prerequisites[0].flag: "),
    (FlagText.flag("f", when: #"{"segment":"nobody"}"#), "flags.f.rules[0].when.segment: "),
    (FlagText.flag("f", when: #"{"flag":"new_checkout","serves":"wide"}"#), "flags.f.rules[0].when.serves: "),
    (FlagText.flag("f", when: #"{"all":[{"flag":"gone","serves":"on"}]}"#), "flags.f.rules[0].when.all[0].flag: "),
  ]

  @Test(arguments: wrong) func aNewFlagMustFindWhatItRefersTo(flag: String, path: String) async throws {
    let fixture = try await Fixture()
    let answer = await create(fixture, "f", flag)
    #expect(answer.status == 422)
    #expect(answer.faults.hasPrefix(path), "\(answer.text)")
    #expect(await fixture.control(.get, Fixture.flags + "/f").status == 404)
  }

  @Test(arguments: wrong) func soMustAReplacedOne(flag: String, path: String) async throws {
    let fixture = try await Fixture()
    #expect(await create(fixture, "f", FlagText.flag("f")).status == 201)
    let answer = await replace(fixture, "f", flag)
    #expect(answer.status == 422)
    #expect(answer.faults.hasPrefix(path), "\(answer.text)")
    #expect(await fixture.evaluate("/v1/evaluate/f", "{}")["isEnabled"] == true)
  }

  @Test(arguments: wrong) func soMustAnAppliedOne(flag: String, path: String) async throws {
    let fixture = try await Fixture()
    let answer = await fixture.apply(flag + "," + FlagText.flag("g"))
    #expect(answer.status == 422)
    #expect(answer.faults.hasPrefix(path), "\(answer.text)")
    #expect(await fixture.control(.get, Fixture.flags + "/g").status == 404)
  }

  @Test func aCycleOverSeveralChangesIsRefusedAndNamed() async throws {
    let fixture = try await Fixture()
    #expect(await create(fixture, "a", FlagText.flag("a")).status == 201)
    #expect(await create(fixture, "b", FlagText.flag("b", requiring: "a")).status == 201)
    let segment = #""s":{"attribute":"x","op":"exists"}"#
    #expect(await fixture.apply(FlagText.flag("a", when: #"{"segment":"s"}"#), segments: segment).status == 200)
    let answer = await fixture.apply("", segments: #""s":{"flag":"b","serves":"on"}"#)
    #expect(answer.status == 422)
    #expect(answer.faults.contains("cycle: a -> segment s -> b -> a"), "\(answer.text)")
  }

  @Test func aSharedPrerequisiteIsNoCycle() async throws {
    let fixture = try await Fixture()
    let answer = await fixture.apply(
      [
        FlagText.flag("base"), FlagText.flag("left", requiring: "base"), FlagText.flag("right", requiring: "base"),
        FlagText.flag(
          "top", more: #","prerequisites":[{"flag":"left","enabled":true},{"flag":"right","serves":"on"}]"#),
      ].joined(separator: ","))
    #expect(answer.status == 200, "\(answer.text)")
    #expect(await fixture.evaluate("/v1/evaluate/top", "{}")["isEnabled"] == true)
  }

  @Test func whatOthersReferToCannotBeTakenAwayButCanBeKilled() async throws {
    let fixture = try await Fixture()
    let flags = [
      FlagText.flag("pay"), FlagText.flag("shop.main", requiring: "pay"),
      FlagText.flag("shop", when: #"{"segment":"s"}"#),
    ].joined(separator: ",")
    let segments = #""s":{"flag":"pay","serves":"on"}"#
    #expect(await fixture.apply(flags, segments: segments).status == 200)

    let refused = await archive(fixture, "pay")
    #expect(refused.status == 409)
    #expect(refused["detail"]?.stringValue?.contains(#"flag "shop.main", segment "s" in production"#) == true)
    #expect(refused.faults.contains("environments.production.flags.shop.main.prerequisites[0].flag"))
    #expect(refused.faults.contains("environments.production.segments.s.flag"))

    let segment = await fixture.apply("", more: #","removeSegments":["s"]"#)
    #expect(segment.status == 422)
    #expect(segment.faults.hasPrefix("flags.shop.rules[0].when.segment: "))

    let renamed = await replace(
      fixture, "pay", FlagText.flag("pay").replacingOccurrences(of: #""on""#, with: #""yes""#))
    #expect(renamed.status == 422)
    #expect(renamed.faults.hasPrefix("segments.s.serves: "))

    #expect(await fixture.control(.post, Fixture.flags + "/pay/kill").status == 200)
    #expect(await fixture.evaluate("/v1/evaluate/shop.main", "{}")["reason"] == "prerequisiteFailed")
    #expect(await fixture.control(.post, Fixture.flags + "/pay/unkill").status == 200)

    let freed = await fixture.apply(
      FlagText.flag("shop.main") + "," + FlagText.flag("shop"), more: #","removeSegments":["s"]"#)
    #expect(freed.status == 200, "\(freed.text)")
    #expect(await archive(fixture, "pay").status == 200)
    #expect(await replace(fixture, "shop", FlagText.flag("shop", requiring: "pay")).status == 422)
  }

  @Test func aFlagComesBackOnlyTogetherWithWhatItRefersTo() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.apply(FlagText.flag("p") + "," + FlagText.flag("f", requiring: "p")).status == 200)
    #expect(await archive(fixture, "f").status == 200)
    #expect(await archive(fixture, "p").status == 200)
    let refused = await archive(fixture, "f", "unarchive")
    #expect(refused.status == 422)
    #expect(refused.faults.hasPrefix("environments.production.flags.f.prerequisites[0].flag: "))
    #expect(await archive(fixture, "p", "unarchive").status == 200)
    #expect(await archive(fixture, "f", "unarchive").status == 200)
    #expect(await fixture.evaluate("/v1/evaluate/f", "{}")["isEnabled"] == true)
  }

  /// Each of two changes is sound alone; together they would not be.
  @Test func changesAtTheSameMomentCannotBreakAReferenceTogether() async throws {
    let fixture = try await Fixture()
    for round in 0..<10 {
      let p = "p\(round)"
      let f = "f\(round)"
      #expect(await fixture.apply(FlagText.flag(p) + "," + FlagText.flag(f)).status == 200)
      async let archived = archive(fixture, p).status
      async let required = replace(fixture, f, FlagText.flag(f, requiring: p)).status
      let statuses = await (archived, required)
      #expect([200, 409].contains(statuses.0))
      #expect([200, 422].contains(statuses.1))
      #expect((statuses.0 == 200) != (statuses.1 == 200))
    }
  }

  @Test func faultsThatWereThereBeforeStandInNobodysWay() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.apply(FlagText.flag("a")).status == 200)
    let environment = try #require(
      try await fixture.store.environments(projectID: nil).first { $0.key == "production" })
    let record = try #require(try await fixture.store.flag(projectID: environment.projectID, key: "a"))
    var edit = Edit(audit: Caller.setup.entry("flag.replace", "flag:\(record.id)", reason: ""))
    edit.items = [
      ItemWrite(
        environmentID: environment.id, kind: .flag, id: record.id,
        document: #"{"key":"a","kind":"release","prerequisites":[{"flag":"nobody","enabled":true}]}"#,
        expects: .present)
    ]
    _ = try await fixture.store.commit(Change(chain: environment.projectID, edits: [edit]))
    let server = try await fixture.anotherServer()
    func apply(_ flags: String) async -> Answer {
      let body = #"{"document":{"schema":1,"flags":{\#(flags)}}}"#
      return await Fixture.send(
        to: server, .post, "/api/v1/projects/shop/environments/production/apply", Array(body.utf8),
        token: fixture.adminToken)
    }
    #expect(await apply(FlagText.flag("b")).status == 200)
    #expect(await apply(FlagText.flag("c", requiring: "nobody")).status == 422)
  }
}
