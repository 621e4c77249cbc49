import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  /// Creating, editing, filling and deleting segments.
  var segmentEditingOperations: [ControlOperation] {
    [
      createSegment, editSegment, deleteSegment,
      changeList("replaceSegmentList", .put, .replace, "Replace the ids of a list, or change it as `mode` says"),
      changeList("addToSegmentList", .post, .add, "Add ids to a list, or change it as `mode` says"),
    ]
  }

  private var createSegment: ControlOperation {
    ControlOperation(
      "createSegment", .post, Self.segmentsPath, needs: .edit, "Create a segment",
      details:
        "It belongs to the project, its definition to this environment; the others have none until one is given.",
      body: .json(
        .object([
          .required("key", .key), .required("kind", .segmentKind),
          .optional("definition", .ref("SegmentDefinition")), .optional("description", .string().orNull),
          .optional("tags", .array(.string()).orNull),
          .optional(
            "reuseKey", .boolean("Whether the key of a deleted segment may be used again; takes a reason.").orNull),
          .optional("reason", .ref("Reason")),
        ]), example: ["key": "vip", "kind": "list", "definition": ["list": ["alice", "bob"]]]),
      answer: .json(
        .ref("Segment"), "The segment.", status: 201, example: Self.segmentExample,
        headers: [Self.entityTag, Self.location])
    ) { call async throws(Problem) in
      let kindText = try call.body.requiredString("kind")
      guard let kind = SegmentKind(rawValue: kindText) else {
        let kinds = SegmentKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(path: "kind", message: "\"\(kindText)\" is not a kind; allowed: \(kinds)")
      }
      let members = try SegmentFields.read(call.body)
      var creation = SegmentService.Creation(
        key: try call.body.requiredString("key"), kind: kind, definition: members["definition"])
      creation.description = members["description"]?.stringValue ?? ""
      creation.tags = try call.body.strings("tags") ?? []
      creation.reusesKey = try call.body.boolean("reuseKey") ?? false
      let details = try await segments.create(
        creation, in: call.place, by: call.caller, reason: call.body.reason())
      return Self.answer(
        details, status: 201, headers: [(name: "Location", value: "\(call.request.path)/\(details.record.key)")])
    }
  }

  private var editSegment: ControlOperation {
    ControlOperation(
      "editSegment", .patch, Self.segmentPath, needs: .edit,
      "Change a segment's description or tags, or its definition in one environment",
      details: "Members that are left out stay. Members that only one side changed since `If-Match` are kept from that "
        + "side; a member that both changed gives 412 with both, and nothing is written.",
      headers: [EditVersion.pairIfMatch],
      body: .json(
        .object([
          .optional("definition", .ref("SegmentDefinition")), .optional("description", .string().orNull),
          .optional("tags", .array(.string()).orNull), .optional("reason", .ref("Reason")),
        ]), example: ["definition": ["list": ["alice", "bob", "carol"]]]),
      answer: .json(
        .ref("Segment"), "The segment as it is now.", example: Self.segmentExample, headers: [Self.entityTag])
    ) { call async throws(Problem) in
      let members = try SegmentFields.read(call.body)
      _ = try EditVersion.condition(of: call.request)
      return Self.answer(
        try await segments.edit(
          call["segment"], members, versions: try Self.segmentVersions(call.request), in: call.place,
          by: call.caller, reason: call.body.reason()))
    }
  }

  private var deleteSegment: ControlOperation {
    ControlOperation(
      "deleteSegment", .delete, Self.projectPath + "/segments/{segment}", needs: .edit,
      "Delete a segment from every environment of a project",
      details: "Refused while flags or segments of any environment refer to it. Its key stays taken.", body: .reason,
      answer: .nothing("It is gone.")
    ) { call async throws(Problem) in
      try await segments.delete(call["segment"], in: call.project, by: call.caller, reason: call.body.reason())
      return Self.nothing
    }
  }

  private func changeList(
    _ id: String, _ method: HTTPMethod, _ usual: ListEdit, _ summary: String
  ) -> ControlOperation {
    ControlOperation(
      id, method, Self.segmentPath + "/list", needs: .edit, summary,
      details:
        "One id on a line, UTF-8, exactly as apps send it: 1 to 1024 bytes, no control characters, no empty lines. "
        + "At most 5,000,000 ids. All of it happens or nothing.",
      query: [
        OperationParameter(
          "mode", .oneOf(ListEdit.allCases.map(\.rawValue)), "What the ids do; left out: `\(usual.rawValue)`."),
        OperationParameter("reason", .ref("Reason"), "Why, for the audit log."),
      ],
      headers: [
        OperationParameter(
          "If-Match", EditVersion.pairSchema, "The ETag that the list must be at; left out: whatever is there.")
      ],
      body: OperationBody(
        mediaType: "text/plain", schema: .string("One id on a line."), example: "alice\nbob\n", isRequired: true),
      answer: .json(
        .object([
          .required("count", .integer("How many ids there are now.")), .required("lines", .integer("How many came.")),
          .required("added", .integer("How many were not in the list before.")),
          .required("removed", .integer("How many are in the list no more.")),
        ]), "What happened.", example: ["count": 3, "lines": 2, "added": 1, "removed": 0], headers: [Self.entityTag])
    ) { call async throws(Problem) in
      let mode = call.query["mode"]
      guard let edit = mode.map(ListEdit.init(rawValue:)) ?? usual else {
        let modes = ListEdit.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(.badRequest, "query parameter \"mode\" is \"\(mode ?? "")\"; it must be one of: \(modes)")
      }
      let result = try await segments.changeList(
        of: call["segment"], edit, by: call.request.bodyStream, versions: Self.segmentVersions(call.request),
        in: call.place, by: call.caller, reason: ControlBody.checked(reason: call.query["reason"] ?? ""))
      return Self.answer(
        .object([
          "count": .number(Double(result.details.count ?? 0)), "lines": .number(Double(result.lines)),
          "added": .number(Double(result.added)), "removed": .number(Double(result.removed)),
        ]), headers: [(name: "ETag", value: result.details.versions.entityTag)])
    }
  }

  /// The versions of `If-Match`; nil without the field, and for `*`, which takes whatever is there.
  private static func segmentVersions(_ request: HTTPRequest) throws(Problem) -> VersionPair? {
    guard let header = request.headers["if-match"], header != "*" else { return nil }
    guard let versions = VersionPair(tag: header) else {
      throw Problem(
        .badRequest, "If-Match must be an ETag of this segment, such as \"1.5\", or *, not \(Shown.text(header))")
    }
    return versions
  }
}
