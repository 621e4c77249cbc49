import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let draftsPath = environmentPath + "/drafts"
  private static let draftPath = draftsPath + "/{draft}"

  private var drafts: DraftService { DraftService(flags: flags, segments: segments) }

  /// Edits that are not saved yet.
  var draftOperations: [ControlOperation] { [listDrafts, getDraft, saveDraft, removeDraft] }

  private static let draftExample: JSONValue = [
    "draft": "flag:new_checkout", "base": "3.8", "current": "3.9", "isOutdated": true,
    "document": ["description": "One-page checkout"], "updatedAt": "2027-01-10T09:00:00.000Z",
  ]

  private var listDrafts: ControlOperation {
    ControlOperation(
      "listDrafts", .get, Self.draftsPath, needs: .edit, "Your edits of an environment that are not saved yet",
      details: "Nobody else sees them.",
      answer: .json(
        .object([.required("drafts", .array(.ref("Draft")))]), "The drafts by what they are of.",
        example: ["drafts": [Self.draftExample]])
    ) { call async throws(Problem) in
      let found = try await drafts.list(in: call.place, by: call.caller)
      var list: [JSONValue] = []
      for details in found { list.append(try Self.json(details)) }
      return Self.answer(.object(["drafts": .array(list)]))
    }
  }

  private var getDraft: ControlOperation {
    ControlOperation(
      "getDraft", .get, Self.draftPath, needs: .edit, "One of your edits that are not saved yet",
      answer: .json(.ref("Draft"), "The draft.", example: Self.draftExample)
    ) { call async throws(Problem) in
      Self.answer(
        try Self.json(try await drafts.draft(DraftName(call["draft"]), in: call.place, by: call.caller)))
    }
  }

  private var saveDraft: ControlOperation {
    ControlOperation(
      "saveDraft", .put, Self.draftPath, needs: .edit, "Keep an edit without making it",
      details: "`{draft}` is \(DraftName.rule); the key need not exist. What is kept is not checked and changes "
        + "nothing. A draft that nobody touches for 30 days is thrown away.",
      body: .json(
        .object([
          .optional(
            "base", Schema.string("The version that the edit started from.", pattern: EditVersion.pairPattern).orNull
          ),
          .required("document", .map(.any(), "The edit, in whatever form whoever edits wants it back.")),
        ]), example: ["base": "3.8", "document": ["description": "One-page checkout"]]),
      answer: .json(.ref("Draft"), "The draft.", example: Self.draftExample)
    ) { call async throws(Problem) in
      let given = try call.body.required("document")
      guard let document = given.objectValue else {
        throw Problem(path: "document", message: "must be an object, not \(Shown.json(given))")
      }
      let base = try call.body.string("base")
      if let base, VersionPair(parsing: base) == nil {
        throw Problem(path: "base", message: "must be a version, such as 3.8, not \(Shown.text(base))")
      }
      let saved = try await drafts.save(
        DraftName(call["draft"]), base: base, document: document, in: call.place, by: call.caller)
      return Self.answer(try Self.json(saved))
    }
  }

  private var removeDraft: ControlOperation {
    ControlOperation(
      "removeDraft", .delete, Self.draftPath, needs: .edit, "Throw an edit away that is not saved",
      answer: .nothing("It is gone.")
    ) { call async throws(Problem) in
      try await drafts.remove(DraftName(call["draft"]), in: call.place, by: call.caller)
      return Self.nothing
    }
  }

  private static func json(_ details: DraftService.Details) throws(Problem) -> JSONValue {
    let document: JSONValue
    do throws(JSONError) { document = try JSONValue(parsing: Array(details.draft.document.utf8)) } catch {
      throw Problem(.internalError, "the draft of \"\(details.draft.object)\" is damaged")
    }
    var json: JSONObject = [
      "draft": .string(details.draft.object), "isOutdated": .bool(details.isOutdated), "document": document,
      "updatedAt": .string(Instants.text(details.draft.updatedAt)),
    ]
    if let base = details.draft.base { json["base"] = .string(base) }
    if let current = details.current { json["current"] = .string(current) }
    return .object(json)
  }
}
