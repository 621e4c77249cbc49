import HTTP
import SerinFlags

/// The operations of a history, which flags and segments have alike: its pages, one version, and restoring one.
struct VersionOperations<Thing: VersionedThing>: Sendable {
  /// The path of a flag or a segment.
  let path: String
  /// One, as an answer shows it.
  let example: JSONValue
  /// One of its versions, as a page shows it.
  let versionExample: JSONValue
  /// What restoring a version does with what is no part of one.
  let restoring: String
  /// What a call asks about.
  let history: @Sendable (ControlCall) async throws(Problem) -> VersionHistory<Thing>
  /// Makes what a call asks about what it was at a version.
  let restore: @Sendable (ControlCall, VersionPair) async throws(Problem) -> HTTPResponse

  private static var maximumVersions: Int64 { 100 }

  var operations: [ControlOperation] { [list, get, restoration] }

  private var noun: String { Thing.noun }
  /// The noun as names of operations and schemas have it: `Flag`.
  private var name: String { noun.prefix(1).uppercased() + noun.dropFirst() }
  private var versionsPath: String { path + "/versions" }

  private var list: ControlOperation {
    ControlOperation(
      "list\(name)Versions", .get, versionsPath, needs: .view,
      "What a \(noun) was in one environment, who made it so, and what that changed",
      query: [
        OperationParameter("before", EditVersion.pathSchema, "Only versions before this one, such as `3.8`."),
        OperationParameter(
          "limit", .integer(in: 1...Self.maximumVersions),
          "How many at most; 20 when left out. Large ones end a page early."),
      ],
      answer: .json(
        .object([
          .required("versions", .array(.ref("\(name)Version"))),
          .required("next", .string("What to send as `before` for the next page; null on the last one.").orNull),
        ]), "Versions, newest first.", example: ["versions": [versionExample], "next": .null])
    ) { [history] call async throws(Problem) in
      let limit = try call.query.integer("limit", in: 1...Self.maximumVersions) ?? 20
      let before = try call.query["before"].map { text throws(Problem) in
        try Self.version(text, of: "query parameter \"before\"")
      }
      return ControlRoutes.answer(try await history(call).page(before: before, limit: Int(limit)).json)
    }
  }

  private var get: ControlOperation {
    ControlOperation(
      "get\(name)Version", .get, versionsPath + "/{version}", needs: .view, "A \(noun) as it was at one version",
      answer: .json(.ref(name), "The \(noun) as it was.", example: example)
    ) { [history] call async throws(Problem) in
      let version = try Self.version(call["version"], of: "the version in the path")
      return ControlRoutes.answer(try await history(call).thing(at: version).json)
    }
  }

  private var restoration: ControlOperation {
    ControlOperation(
      "restore\(name)Version", .post, versionsPath + "/{version}/restore", needs: .edit,
      "Make a \(noun) what it was at an earlier version, as a new version", details: restoring, body: .reason,
      answer: .json(.ref(name), "The \(noun) as it is now.", example: example, headers: [ControlRoutes.entityTag])
    ) { [restore] call async throws(Problem) in
      try await restore(call, Self.version(call["version"], of: "the version in the path"))
    }
  }

  private static func version(_ text: String, of place: String) throws(Problem) -> VersionPair {
    guard let versions = VersionPair(parsing: text) else {
      throw Problem(.badRequest, "\(place) is \"\(text)\"; it must be a version, such as 3.8")
    }
    return versions
  }
}
