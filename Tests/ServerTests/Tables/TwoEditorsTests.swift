import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct TwoEditorsTests {
  /// CP-01 and CP-02: both have read the same version; the second one loses nothing and overwrites nothing.
  @Test(arguments: EditedThing.all)
  func differentMembersMergeAndTheSameMemberIsRefusedWithBothSides(thing: EditedThing) async throws {
    let world = try await ControlWorld()
    let path = thing.path.replacing("{}", with: await thing.make?(world) ?? "")
    func send(_ method: HTTPMethod, _ body: String = "", _ tag: String = "", as asker: Asker) async -> Answer {
      await world.send(WorldRequest(method: method, path: path, body: body, headers: [("If-Match", tag)]), as: asker)
    }
    let read = await send(.get, as: .instanceToken)
    let tag = try #require(read.header("etag"), "\(read.text)")
    let before = thing.value(thing.member, of: read.json) ?? .null

    let first = await send(thing.method, thing.body(thing.same("one"), of: read.json), tag, as: thing.first)
    #expect(first.status == 200, "\(first.text)")
    let watch = try await AuditWatch(world)
    let refused = await send(thing.method, thing.body(thing.same("two"), of: read.json), tag, as: .instanceToken)
    #expect(refused.status == 412, "\(refused.text)")
    let conflict = try #require(refused["conflict"])
    #expect(conflict["current"]?.stringValue.map { "\"\($0)\"" } == first.header("etag"))
    let change = try #require(conflict["changes"]?.arrayValue?.first, "\(refused.text)")
    #expect(conflict["changes"]?.arrayValue?.count == 1)
    #expect(change["member"]?.stringValue == thing.member)
    #expect(change["before"] == before)
    #expect(change["after"] == thing.same("one")[thing.member])
    #expect(change["by"]?.stringValue == world.actor(of: thing.first))
    #expect(change["at"]?.stringValue == Instants.text(world.clock.now))
    #expect(refused["detail"]?.stringValue?.contains(thing.member) == true)
    #expect(try await watch.news().isEmpty)

    let second = await send(thing.method, thing.body(thing.different, of: read.json), tag, as: .instanceToken)
    #expect(second.status == 200, "\(second.text)")
    for (name, value) in Array(thing.different) + Array(thing.same("one")) {
      #expect(thing.value(name, of: second.json) == value, "\(name)")
    }
    #expect(try await watch.news().count == 1)
  }

  /// CP-02: a save without a change makes no version and no row, whatever version it starts from.
  @Test(arguments: EditedThing.all)
  func aSaveWithoutAChangeMakesNoVersion(thing: EditedThing) async throws {
    let world = try await ControlWorld()
    var path = thing.path.replacing("{}", with: await thing.make?(world) ?? "")
    func send(_ method: HTTPMethod, _ body: String = "", _ tag: String = "") async -> Answer {
      await world.send(
        WorldRequest(method: method, path: path, body: body, headers: [("If-Match", tag)]), as: .instanceToken)
    }
    let old = await send(.get)
    let oldTag = try #require(old.header("etag"))
    let value = thing.value(thing.member, of: old.json) ?? .null
    let edited = await send(thing.method, thing.body(thing.different, of: old.json), oldTag)
    #expect(edited.status == 200, "\(edited.text)")
    if let key = thing.different["key"]?.stringValue { path = "/api/v1/projects/" + key }
    let watch = try await AuditWatch(world)
    for tag in [try #require(edited.header("etag")), oldTag, "*"] {
      let same = await send(
        thing.method, thing.body([thing.member: value], of: tag == oldTag ? old.json : edited.json), tag)
      #expect(same.status == 200, "\(tag): \(same.text)")
      #expect(same.header("etag") == edited.header("etag"), "\(tag)")
    }
    #expect(try await watch.news().isEmpty)
  }

  @Test func aScheduleThatSomebodyElseMovedSaysWhoAndWhen() async throws {
    let world = try await ControlWorld()
    let template = RequestTemplate.of("moveSchedule")
    let operation = try #require(world.operations.first { $0.id == "moveSchedule" })
    var request = try await template.request(for: operation, in: world)
    request.headers = [("If-Match", "\"1\"")]
    #expect(await world.send(request, as: .root).status == 200)
    request.body = #"{"at":"2027-01-17T14:00:00Z"}"#
    let refused = await world.send(request, as: .instanceToken)
    #expect(refused.status == 412)
    let change = refused["conflict"]?["changes"]?.arrayValue?.first
    #expect(change?["member"] == "at")
    #expect(change?["before"] == "2027-01-15T14:00:00.000Z")
    #expect(change?["after"] == "2027-01-16T14:00:00.000Z")
    #expect(change?["by"] == "account:a_root")
    // Whoever wants the same has nothing to do.
    request.body = #"{"at":"2027-01-16T14:00:00Z"}"#
    #expect(await world.send(request, as: .instanceToken).status == 200)
  }

  @Test func aVersionThatNeverWasIsRefused() async throws {
    let world = try await ControlWorld()
    for (path, tag) in [("/environments/production", "\"99\""), ("", "\"99\"")] {
      let answer = await world.send(
        WorldRequest(
          method: .patch, path: "/api/v1/projects/shop" + path, body: #"{"name":"n"}"#, headers: [("If-Match", tag)]),
        as: .instanceToken)
      #expect(answer.status == 412)
      #expect(answer["detail"]?.stringValue?.contains("\"99\"") == true)
      #expect(answer["conflict"]?["current"] == "1")
    }
  }

  /// Without a version either: an edit writes what it changes and nothing else.
  @Test func twoEditsOfDifferentFieldsWithoutAVersionAtTheSameMomentAreBothKept() async throws {
    let world = try await ControlWorld()
    for round in 0..<20 {
      async let name = world.make(.patch, "/environments/production", #"{"name":"n\#(round)"}"#)
      async let position = world.make(.patch, "/environments/production", #"{"position":\#(round + 10)}"#)
      _ = await (name, position)
      let read = await world.make(.get, "/environments/production")
      #expect(read["name"]?.stringValue == "n\(round)")
      #expect(read["position"] == .number(Double(round + 10)))
    }
  }
}
