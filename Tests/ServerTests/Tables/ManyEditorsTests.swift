import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// Eight editors who change one flag at the same time, over and over.
@Suite struct ManyEditorsTests {
  private static let path = "/api/v1/projects/shop/environments/production/flags/welcome_text"
  private static let edits = 50

  /// What each editor changes: half of it the flag's own, half the environment's.
  private static let members: [@Sendable (Int) -> (String, JSONValue)] = [
    { ("owner", .string("owner \($0)")) }, { ("description", .string("description \($0)")) },
    { ("tags", [.string("tag\($0)")]) }, { ("expires", .string("2027-0\($0 % 9 + 1)-01")) },
    { ("default", $0 % 2 == 0 ? "on" : "off") },
    { ("properties", ["text": ["type": "string", "default": .string("text \($0)")]]) },
    { ("rules", [["id": "r_00000001", "name": .string("rule \($0)"), "serve": "on"]]) },
    {
      (
        "variations",
        ["off": ["enabled": false], "on": ["enabled": true, "properties": ["text": .string("hi \($0)")]]]
      )
    },
  ]

  /// Reads the flag and sends it back with one member changed.
  private static func edit(
    _ world: ControlWorld, _ change: (String, JSONValue)
  ) async throws -> Answer {
    let read = await world.send(WorldRequest(method: .get, path: path), as: .instanceToken)
    var document = try #require(read["document"]?.objectValue?.editable, "\(read.text)")
    document[change.0] = change.1
    return await world.send(
      WorldRequest(
        method: .put, path: path, body: (["document": .object(document)] as JSONObject).text,
        headers: [("If-Match", try #require(read.header("etag")))]), as: .instanceToken)
  }

  @Test func editorsOfDifferentMembersNeverMeetAndLoseNothing() async throws {
    let world = try await ControlWorld()
    let watch = try await AuditWatch(world)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for member in Self.members {
        group.addTask {
          for round in 1...Self.edits {
            let answer = try await Self.edit(world, member(round))
            #expect(answer.status == 200, "\(member(round)): \(answer.text)")
          }
        }
      }
      try await group.waitForAll()
    }
    let rows = try await watch.news().map(\.record)
    #expect(rows.count == Self.members.count * Self.edits)
    let read = await world.send(WorldRequest(method: .get, path: Self.path), as: .instanceToken)
    for member in Self.members {
      let (name, value) = member(Self.edits)
      #expect(read["document"]?[name] == value, "\(name)")
    }
    #expect(try await watch.isWhole())
  }

  @Test func everyEditOfTheSameMemberIsEitherInTheHistoryOrRefused() async throws {
    let world = try await ControlWorld()
    let watch = try await AuditWatch(world)
    let accepted = try await withThrowingTaskGroup(of: [String].self) { group in
      for editor in 0..<Self.members.count {
        group.addTask {
          var accepted: [String] = []
          for round in 0..<Self.edits {
            let text = "editor \(editor), round \(round)"
            let answer = try await Self.edit(world, ("description", .string(text)))
            switch answer.status {
            case 200: accepted.append(text)
            case 412: #expect(answer["conflict"]?["changes"]?.arrayValue?.first?["member"] == "description")
            default: Issue.record("\(answer.text)")
            }
          }
          return accepted
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    let rows = try await watch.news().map(\.record).sorted { $0.sequence < $1.sequence }
    let written = try rows.map { row in
      try JSONValue(parsing: Array(try #require(row.after).utf8), options: .lenient)["flag"]?["description"]?
        .stringValue
    }
    #expect(Set(written) == Set(accepted.map(Optional.some)))
    #expect(written.count == accepted.count)
    #expect(accepted.count >= Self.edits, "at least one of those who meet is not refused")
    let read = await world.send(WorldRequest(method: .get, path: Self.path), as: .instanceToken)
    #expect(read["document"]?["description"]?.stringValue == written.last)
  }
}
