import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  /// Killing and archiving flags, and taking that back.
  var flagSwitchingOperations: [ControlOperation] {
    [
      switching("killFlag", "kill", isKilled: true, "Switch a flag off for everybody in one environment, at once"),
      switching("unkillFlag", "unkill", isKilled: false, "Take a kill back"),
      archiving("archiveFlag", "archive", isArchived: true, "Take a flag out of every answer of the project"),
      archiving(
        "unarchiveFlag", "unarchive", isArchived: false, "Bring an archived flag back with the same rules and salts"),
    ]
  }

  private func switching(_ id: String, _ verb: String, isKilled: Bool, _ summary: String) -> ControlOperation {
    ControlOperation(
      id, .post, Self.flagPath + "/" + verb, needs: .release, summary,
      details: "It needs no version and never waits. Doing it twice is the same as doing it once.", body: .reason,
      answer: .json(.ref("Flag"), "The flag as it is now.", example: Self.flagExample, headers: [Self.entityTag])
    ) { call async throws(Problem) in
      Self.answer(
        try await flags.setKilled(
          isKilled, call["flag"], in: call.place, by: call.caller, reason: call.body.reason()))
    }
  }

  private func archiving(_ id: String, _ verb: String, isArchived: Bool, _ summary: String) -> ControlOperation {
    ControlOperation(
      id, .post, Self.projectPath + "/flags/{flag}/" + verb, needs: .edit, summary,
      details: "It takes the right to edit in every environment of the project.", body: .reason,
      answer: .json(
        .object([.required("key", .key), .required("archived", .boolean())]), "Whether the flag is archived now.",
        example: ["key": "new_checkout", "archived": .bool(isArchived)])
    ) { call async throws(Problem) in
      let project = try call.project
      try await flags.setArchived(
        isArchived, call["flag"], in: project, by: call.caller, reason: call.body.reason())
      return Self.answer(.object(["key": .string(call["flag"]), "archived": .bool(isArchived)]))
    }
  }
}
