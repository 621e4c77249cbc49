import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let projectFlagPath = projectPath + "/flags/{flag}"

  /// Deleting flags, bringing them back, and who has had a key.
  var flagDeletionOperations: [ControlOperation] { [deleteFlag, undeleteFlag, listKeyOwners] }

  /// What is acknowledged by whoever takes a flag away.
  static let acknowledge = OperationParameter(
    "acknowledge", .oneOf(Acknowledgement.allCases.map(\.rawValue)),
    "That apps asked for the flag within the last seven days, after an answer 409 `recentlyUsed` said so.")

  static let ownerExample: JSONValue = [
    "id": "f_a2b3c4d5e6f7g2h3", "state": "deleted", "createdAt": "2027-01-10T09:00:00.000Z", "archivedAt": .null,
    "deletedAt": "2027-01-15T09:00:00.000Z",
  ]

  private var deleteFlag: ControlOperation {
    ControlOperation(
      "deleteFlag", .delete, Self.projectFlagPath, needs: .edit, "Delete a flag",
      details:
        "It leaves every answer and list of the project and is read-only; its versions stay, and `undelete` brings "
        + "it back with its rules and salts. Refused with 409 while others refer to it or changes of it wait, and "
        + "with the code `recentlyUsed` when apps asked for it within the last seven days: `usedBy` lists their "
        + "versions. Who asks for an archived flag is not known; `mayBeUsedBy` lists versions that read it before and are still "
        + "in use.",
      query: [Self.acknowledge], body: .reason, answer: .nothing("The flag is deleted.")
    ) { call async throws(Problem) in
      try await flags.setDeleted(
        true, call["flag"], acknowledgesUse: Acknowledgement.isRecentUse(in: call.query), in: call.project,
        by: call.caller, reason: call.body.reason())
      return Self.nothing
    }
  }

  private var undeleteFlag: ControlOperation {
    ControlOperation(
      "undeleteFlag", .post, Self.projectFlagPath + "/undelete", needs: .edit,
      "Bring a deleted flag back with the same key, rules and salts",
      details:
        "The flag is named by its key, which means the last one that had it, or by its id. Refused with 409 while "
        + "its key belongs to another flag. One that was archived comes back archived.",
      body: .reason,
      answer: .json(
        .ref("KeyOwner"), "The flag as it is now.",
        example: [
          "id": "f_a2b3c4d5e6f7g2h3", "state": "active", "createdAt": "2027-01-10T09:00:00.000Z", "archivedAt": .null,
          "deletedAt": .null,
        ])
    ) { call async throws(Problem) in
      let flag = try await flags.setDeleted(
        false, call["flag"], in: call.project, by: call.caller, reason: call.body.reason())
      return Self.answer(flag.ownership)
    }
  }

  private var listKeyOwners: ControlOperation {
    ControlOperation(
      "listKeyOwners", .get, Self.projectFlagPath + "/owners", needs: .view, "The flags that have or had a key",
      details: "The versions of a deleted one are read by its id.",
      answer: .json(
        .object([.required("key", .string()), .required("owners", .array(.ref("KeyOwner")))]),
        "The one that has the key now first, then the latest.",
        example: ["key": "new_checkout", "owners": [Self.ownerExample]])
    ) { call async throws(Problem) in
      let project = try call.project
      guard let key = try await flags.flag(call["flag"], in: project)?.key else {
        throw Problem(.flagNotFound, "project \"\(project.key)\" has no flag \"\(call["flag"])\"")
      }
      let owners = try await flags.owners(of: key, in: project)
      return Self.answer(.object(["key": .string(key), "owners": .array(owners.map(\.ownership))]))
    }
  }
}
