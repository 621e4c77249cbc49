import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  /// Creating and replacing flags.
  var flagEditingOperations: [ControlOperation] { [createFlag, replaceFlag, applyRuleset] }

  private var createFlag: ControlOperation {
    ControlOperation(
      "createFlag", .post, Self.flagsPath, needs: .edit, "Create a flag",
      details: "The flag exists in every environment of the project; elsewhere without rules and off for everybody, "
        + "except that a kill switch has its default. A key belongs to its flag for ever: when an archived or deleted "
        + "one has it, the answer is 409 with `owner`, unless `reuseKey` comes with a reason. Then that one is deleted, and "
        + "the new flag gets an id, rule ids and salts of its own.",
      query: [Self.acknowledge],
      body: .json(
        .object([
          .required("key", .key), .required("document", .ref("FlagDocument")),
          .optional("reuseKey", .boolean("Whether the key of an earlier flag is used again; takes a reason.").orNull),
          .optional("reason", .ref("Reason")),
        ]), example: ["key": "new_checkout", "document": ["kind": "release", "owner": "payments"]]),
      answer: .json(
        .ref("Flag"), "The flag, with rule ids and salts filled in.", status: 201, example: Self.flagExample,
        headers: [Self.entityTag, Self.location])
    ) { call async throws(Problem) in
      let view = try await flags.create(
        call.body.requiredString("key"), document: call.body.required("document"),
        reusing: KeyReuse(call.body, acknowledgesUse: Acknowledgement.isRecentUse(in: call.query)), in: call.place,
        by: call.caller,
        reason: call.body.reason())
      return Self.answer(
        view, status: 201, headers: [(name: "Location", value: "\(call.request.path)/\(view.flag.key)")])
    }
  }

  static let location = OperationParameter("Location", .string(), "The path of what was created.")

  private var replaceFlag: ControlOperation {
    ControlOperation(
      "replaceFlag", .put, Self.flagPath, needs: .edit, "Replace a flag's document in one environment",
      details: "Members that only one side changed since `If-Match` are kept from that side; a member that both "
        + "changed gives 412 with both, and nothing is written.",
      headers: [EditVersion.pairIfMatch],
      body: .json(
        .object([.required("document", .ref("FlagDocument")), .optional("reason", .ref("Reason"))]),
        example: ["document": Self.documentExample, "reason": "start with 5 %"]),
      answer: .json(.ref("Flag"), "The flag as it is now.", example: Self.flagExample, headers: [Self.entityTag])
    ) { call async throws(Problem) in
      Self.answer(
        try await flags.replace(
          call["flag"], document: call.body.required("document"), versions: Self.versions(call.request),
          in: call.place, by: call.caller, reason: call.body.reason()))
    }
  }

  private var applyRuleset: ControlOperation {
    ControlOperation(
      "applyRuleset", .post, Self.environmentPath + "/apply", needs: .edit,
      "Create and replace the flags and segments of a ruleset document, all or nothing",
      details: "What the document does not mention stays as it is.",
      body: .json(
        .object([
          .required("document", .ref("RulesetDocument")),
          .optional("removeSegments", .array(.string(), "The keys of segments to remove.").orNull),
          .optional("reason", .ref("Reason")),
        ]),
        example: ["document": ["schema": 1, "flags": ["new_checkout": Self.documentExample]]]),
      answer: .json(
        .object([
          .required("results", .array(.ref("AppliedFlag"))), .required("segments", .array(.ref("AppliedSegment"))),
          .required("revision", .integer("The environment's revision that came of it.")),
        ]), "What happened to each flag and segment.",
        example: [
          "results": [["key": "new_checkout", "result": "replaced", "killed": false]],
          "segments": [["key": "beta", "result": "created"]], "revision": 43,
        ])
    ) { call async throws(Problem) in
      let place = try call.place
      let document = try FlagService.document(call.body.required("document"), for: place, isWhole: false)
      let applied = try await flags.apply(
        FlagService.Application(
          place: place, document: document,
          removedSegments: FlagService.removedSegments(call.body.object["removeSegments"], besides: document),
          caller: call.caller, reason: call.body.reason()))
      return Self.answer(applied.json)
    }
  }

  /// The versions of `If-Match`; nil for `*`, which takes whatever is there.
  private static func versions(_ request: HTTPRequest) throws(Problem) -> VersionPair? {
    guard let header = try EditVersion.condition(of: request) else { return nil }
    guard let versions = VersionPair(tag: header) else {
      throw Problem(
        .badRequest, "If-Match must be an ETag of this flag, such as \"3.8\", or *, not \(Shown.text(header))")
    }
    return versions
  }
}
