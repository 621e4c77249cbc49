import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let versionsPath = flagPath + "/versions"
  private static let maximumVersions: Int64 = 100

  /// The history of flags.
  var flagVersionOperations: [ControlOperation] { [listFlagVersions, getFlagVersion, restoreFlagVersion] }

  private static let versionExample: JSONValue = [
    "version": "3.8", "at": "2027-01-15T09:00:00.000Z", "by": "account:a_k3b5x7q2m4n6p8r2", "via": "api",
    "action": "flag.replace", "reason": "half of everybody", "killed": false, "archived": false,
    "changes": [["path": "rules[r_1a2b3c4d].rollout.percent", "before": 5, "after": 50]],
  ]

  private var listFlagVersions: ControlOperation {
    ControlOperation(
      "listFlagVersions", .get, Self.versionsPath, needs: .view,
      "What a flag was in one environment, who made it so, and what that changed",
      query: [
        OperationParameter("before", EditVersion.flagSchema, "Only versions before this one, such as `3.8`."),
        OperationParameter(
          "limit", .integer(in: 1...Self.maximumVersions), "How many at most; 20 when left out."),
      ],
      answer: .json(
        .object([
          .required("versions", .array(.ref("FlagVersion"))),
          .required("next", .string("What to send as `before` for the next page; null on the last one.").orNull),
        ]), "Versions, newest first.", example: ["versions": [Self.versionExample], "next": .null])
    ) { call async throws(Problem) in
      let limit = try call.query.integer("limit", in: 1...Self.maximumVersions) ?? 20
      let before = try call.query["before"].map { text throws(Problem) in try Self.version(text) }
      // One more than is shown tells whether there is another page.
      let entries = try await flags.versions(
        of: call["flag"], in: call.place, before: before, limit: Int(limit) + 1)
      let page = entries.prefix(Int(limit))
      let next = entries.count > page.count ? page.last.map { JSONValue.string($0.view.versions.text) } : nil
      return Self.answer(.object(["versions": .array(page.map(\.json)), "next": next ?? .null]))
    }
  }

  private var getFlagVersion: ControlOperation {
    ControlOperation(
      "getFlagVersion", .get, Self.versionsPath + "/{version}", needs: .view, "A flag as it was at one version",
      answer: .json(.ref("Flag"), "The flag as it was.", example: Self.flagExample)
    ) { call async throws(Problem) in
      Self.answer(try await flags.view(call["flag"], at: Self.version(call["version"]), in: call.place).json)
    }
  }

  private var restoreFlagVersion: ControlOperation {
    ControlOperation(
      "restoreFlagVersion", .post, Self.versionsPath + "/{version}/restore", needs: .edit,
      "Make a flag what it was at an earlier version, as a new version",
      details: "Rule ids and salts are those of that version, so everybody is in the group they were in. A kill or "
        + "archiving stays.", body: .reason,
      answer: .json(.ref("Flag"), "The flag as it is now.", example: Self.flagExample, headers: [Self.entityTag])
    ) { call async throws(Problem) in
      Self.answer(
        try await flags.restore(
          call["flag"], to: Self.version(call["version"]), in: call.place, by: call.caller,
          reason: call.body.reason()))
    }
  }

  private static func version(_ text: String) throws(Problem) -> FlagVersions {
    guard let versions = FlagVersions(parsing: "\"\(text)\"") else {
      throw Problem(.badRequest, "\"\(text)\" is not a version; versions look like 3.8")
    }
    return versions
  }
}
