import HTTP
import SerinFlags
import Testing

@testable import Server

/// Something that two people edit at once, with edits of different members and of the same one.
struct EditedThing: Sendable, CustomStringConvertible {
  let name: String
  /// Where it is; `{}` stands for what ``make`` gives.
  let path: String
  var method = HTTPMethod.patch
  /// Who edits first; the other one is the token of the instance.
  var first = Asker.root
  /// The member that both change, in the answer and in the conflict.
  let member: String
  /// Members of a body that change it to a value.
  let same: @Sendable (String) -> JSONObject
  /// Members of a body that change another one.
  let different: JSONObject
  /// What the thing is to begin with; nil for the path itself.
  var make: (@Sendable (ControlWorld) async -> String)?

  var description: String { name }

  private static let shop = "/api/v1/projects/shop"
  private static let production = shop + "/environments/production"

  /// The variations that the flag has, and one that nobody gets.
  private static let variations: JSONValue = [
    "off": ["enabled": false], "on": ["enabled": true, "properties": ["text": "hi there"]],
    "third": ["enabled": true],
  ]

  static let all: [EditedThing] = [
    EditedThing(
      name: "a flag in an environment", path: production + "/flags/welcome_text", method: .put, member: "default",
      same: { ["default": .string($0 == "one" ? "off" : "third"), "variations": variations] },
      different: ["prerequisites": [["flag": "new_checkout", "enabled": true]]]),
    EditedThing(
      name: "a flag's own fields", path: production + "/flags/welcome_text", method: .put, member: "owner",
      same: { ["owner": .string($0)] }, different: ["description": "said by the other one"]),
    EditedThing(
      name: "fields of the flag and of one environment", path: production + "/flags/welcome_text", method: .put,
      member: "owner", same: { ["owner": .string($0)] }, different: ["default": "off"]),
    EditedThing(
      name: "a segment", path: production + "/segments/vip", member: "description",
      same: { ["description": .string($0)] }, different: ["definition": ["list": ["carol"]]]),
    EditedThing(
      name: "an environment", path: production, member: "name", same: { ["name": .string($0)] },
      different: ["position": 7]),
    EditedThing(
      name: "a project", path: shop, member: "name", same: { ["name": .string($0)] }, different: ["key": "shop2"]),
    EditedThing(
      name: "an account", path: "/api/v1/accounts/guest@example.com", member: "name", same: { ["name": .string($0)] },
      different: ["root": true]),
    EditedThing(
      name: "a change request", path: production + "/change-requests/{}", first: .instanceToken, member: "title",
      same: { ["title": .string($0)] }, different: ["description": "said by the other one"],
      make: { world in
        let made = await world.make(
          .post, "/environments/production/change-requests",
          #"{"title":"t","change":{"operation":"replaceFlag","flag":"new_checkout","patch":{"default":"on"}}}"#)
        return made["id"]?.stringValue ?? ""
      }),
  ]

  /// The body of an edit of what was read.
  func body(_ members: JSONObject, of read: JSONValue) -> String {
    guard method == .put else { return members.text }
    var document = read["document"]?.objectValue?.editable ?? [:]
    for (name, value) in members { document[name] = value }
    return (["document": .object(document)] as JSONObject).text
  }

  /// A member of what was read.
  func value(_ name: String, of read: JSONValue) -> JSONValue? {
    method == .put ? read["document"]?[name] : read[name]
  }
}
