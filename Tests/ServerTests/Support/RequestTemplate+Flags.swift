import HTTP
import SerinFlags
import Testing

@testable import Server

// How operations of flags, segments and planned changes are asked for.
extension RequestTemplate {
  static let ofFlags: [String: RequestTemplate] = [
    "createFlag": RequestTemplate([:], #"{"key":"{unique}","document":{"kind":"release","owner":"payments"}}"#),
    "replaceFlag": RequestTemplate(["flag": "welcome_text"], welcome("{unique}")),
    "applyRuleset": RequestTemplate([:], #"{"document":{"schema":1,"flags":{\#(FlagText.flag("{unique}"))}}}"#),
    "unkillFlag": RequestTemplate { world, values in
      values["flag"] = await flag(in: world)
      await world.make(.post, production + "/flags/\(values["flag"] ?? "")/kill")
    },
    "archiveFlag": RequestTemplate { world, values in values["flag"] = await flag(in: world) },
    "unarchiveFlag": RequestTemplate { world, values in
      values["flag"] = await flag(in: world)
      await world.make(.post, "/flags/\(values["flag"] ?? "")/archive")
    },
    "deleteFlag": RequestTemplate { world, values in values["flag"] = await flag(in: world) },
    "undeleteFlag": RequestTemplate { world, values in
      values["flag"] = await flag(in: world)
      await world.make(.delete, "/flags/\(values["flag"] ?? "")", #"{"reason":"planned"}"#)
    },
    "saveDraft": RequestTemplate(["draft": "flag:new_checkout"]),
    "getDraft": RequestTemplate(["draft": "flag:new_checkout"], prepare: draft),
    "removeDraft": RequestTemplate(["draft": "flag:new_checkout"], prepare: draft),
    "planProjectDocument": RequestTemplate([:], #"{"document":\#(document)}"#),
    "applyProjectDocument": RequestTemplate([:], #"{"document":\#(document),"planVersion":"{planVersion}"}"#) {
      world, values in
      let filled = document.replacing("{unique}", with: values["unique"] ?? "")
      let plan = await world.make(.post, "/document/plan", #"{"document":\#(filled)}"#)
      values["planVersion"] = plan["planVersion"]?.stringValue
    },
    "getFlagVersion": RequestTemplate(["version": "1.1"]),
    "restoreFlagVersion": RequestTemplate(["flag": "welcome_text"]) { world, values in
      let path = production + "/flags/welcome_text"
      values["version"] = await world.make(.get, path)["etag"]?.stringValue
      await world.make(.put, path, welcome(world.unique()))
    },
    "planPromotion": RequestTemplate([:], #"{"from":"staging","flags":["new_checkout"]}"#),
    "promoteFlags": RequestTemplate([:], #"{"from":"staging","flags":["{promoted}"]}"#) { world, values in
      values["promoted"] = await flag(in: world)
    },
    "createSegment": RequestTemplate([:], #"{"key":"{unique}","kind":"list","definition":{"list":["alice"]}}"#),
    "editSegment": RequestTemplate([:], #"{"definition":{"list":["{unique}"]}}"#),
    "deleteSegment": RequestTemplate { world, values in
      values["segment"] = values["unique"]
      await world.make(
        .post, production + "/segments", #"{"key":"\#(values["unique"] ?? "")","kind":"list"}"#)
    },
    "replaceSegmentList": RequestTemplate([:], "alice\n{unique}\n"),
    "addToSegmentList": RequestTemplate([:], "{unique}\n"),
    "getSegmentVersion": RequestTemplate(["version": "1.1"]),
    "restoreSegmentVersion": RequestTemplate { world, values in
      let path = production + "/segments/vip"
      values["version"] = await world.make(.get, path)["etag"]?.stringValue
      await world.make(.put, path + "/list", world.unique() + "\n")
    },
    "getSchedule": RequestTemplate(prepare: schedule), "moveSchedule": RequestTemplate(prepare: schedule),
    "cancelSchedule": RequestTemplate(prepare: schedule),
    "getChangeRequest": RequestTemplate(prepare: proposal),
    "editChangeRequest": RequestTemplate(prepare: proposal),
    "rebaseChangeRequest": RequestTemplate([:], "{}") { world, values in
      try await proposal(world, &values)
      // What it started from has moved.
      await world.make(.post, production + "/flags/\(values["proposed"] ?? "")/kill")
    },
    "commentChangeRequest": RequestTemplate(prepare: proposal),
    "previewChangeRequest": RequestTemplate(prepare: proposal),
    "approveChange": RequestTemplate([:], #"{"contentHash":"{contentHash}"}"#, prepare: proposal),
    "rejectChange": RequestTemplate([:], #"{"contentHash":"{contentHash}"}"#, prepare: proposal),
    "applyChangeRequest": RequestTemplate([:], "{}") { world, values in
      try await proposal(world, &values)
      await world.make(
        .post, production + "/change-requests/\(values["changeRequest"] ?? "")/approve",
        #"{"contentHash":"\#(values["contentHash"] ?? "")"}"#, as: .projectToken)
    },
    "breakGlass": RequestTemplate(prepare: proposal),
  ]

  private static let production = "/environments/production"

  private static func welcome(_ text: String) -> String {
    #"""
    {"document":{"kind":"ops","owner":"growth","value":"text",
    "properties":{"text":{"type":"string","default":"\#(text)"}},
    "variations":{"off":{"enabled":false},"on":{"enabled":true,"properties":{"text":"hi there"}}},
    "off":"off","default":"on","rules":[]}}
    """#
  }

  /// A project's document that changes the owner of a flag.
  private static let document =
    #"{"schema":1,"project":{"key":"shop"},"flags":{"new_checkout":{"kind":"release","owner":"{unique}"}}}"#

  /// Keeps a draft of the instance's token.
  @Sendable private static func draft(_ world: ControlWorld, _ values: inout Values) async throws {
    await world.make(.put, production + "/drafts/flag:new_checkout", #"{"document":{}}"#)
  }

  /// Makes a flag of its own with a rule in production.
  private static func flag(in world: ControlWorld) async -> String {
    let key = world.unique()
    await world.make(
      .post, production + "/apply", #"{"document":{"schema":1,"flags":{\#(FlagText.flag(key))}}}"#)
    return key
  }

  /// Plans a kill.
  @Sendable private static func schedule(_ world: ControlWorld, _ values: inout Values) async throws {
    let made = await world.make(
      .post, "/schedules",
      #"""
      {"environment":"production","change":{"operation":"killFlag","flag":"new_checkout"},"at":"2027-01-15T14:00:00Z"}
      """#)
    values["schedule"] = made["id"]?.stringValue
  }

  /// Proposes a change of a flag of its own with the instance's token.
  @Sendable private static func proposal(_ world: ControlWorld, _ values: inout Values) async throws {
    let key = await flag(in: world)
    let made = await world.make(
      .post, production + "/change-requests",
      #"{"title":"On","change":{"operation":"replaceFlag","flag":"\#(key)","patch":{"default":"on"}}}"#)
    values["proposed"] = key
    values["changeRequest"] = made["id"]?.stringValue
    values["contentHash"] = made["contentHash"]?.stringValue
  }
}
