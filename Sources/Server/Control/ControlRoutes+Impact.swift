import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  var impact: ImpactService { ImpactService(flags: flags, contexts: contexts, pool: previews) }

  /// Looking at what a change would do, and at what that is computed from.
  var impactOperations: [ControlOperation] {
    [previewChange, previewChangeRequest, getRecentContexts, deleteRecentContexts]
  }

  private static let contextsPath = environmentPath + "/recent-contexts"

  private var previewChange: ControlOperation {
    ControlOperation(
      "previewChange", .post, Self.environmentPath + "/preview", needs: .view,
      "Count what a change would do to the contexts that were seen lately, and write nothing",
      details:
        "Numbers are of a sample of at most \(ContextSample.capacity) contexts, one for each user or device that "
        + "was seen within 24 hours; examples are shown to an editor or admin, who may also look at edits of their own: "
        + "others look at kills, archiving, deletion, versions and promotions. Nothing is known where none was seen. "
        + "What the operation itself would refuse is refused in the same words, except that no approval is asked for.",
      body: .json(
        .object([.required("change", .ref("PlannedChange"))]),
        example: ["change": ["operation": "killFlag", "flag": "new_checkout"]]),
      answer: .json(.ref("Impact"), "The impact in this environment.", example: Self.impactExample)
    ) { call async throws(Problem) in
      try await preview(PlannedOperation(call.body.required("change"), path: "change"), call)
    }
  }

  private var previewChangeRequest: ControlOperation {
    ControlOperation(
      "previewChangeRequest", .post, Self.changeRequestPath + "/preview", needs: .view,
      "Count what a change request would do to the contexts that were seen lately, if it were applied now",
      details:
        "It is looked at like any change (`previewChange`), over what is live now, whether it is approved or not. One "
        + "that is applied or rejected already is refused with 409.",
      body: .json(.object([]), example: [:], isRequired: false),
      answer: .json(.ref("Impact"), "The impact in this environment.", example: Self.impactExample)
    ) { call async throws(Problem) in
      let request = try await changeRequests.openRequest(call["changeRequest"], version: nil, in: call.place)
      return try await preview(request.operation, call)
    }
  }

  /// Counts what an operation would do for whoever calls.
  /// - Throws: 403 for content that somebody brings who may not edit.
  private func preview(_ operation: PlannedOperation, _ call: ControlCall) async throws(Problem) -> HTTPResponse {
    let place = try call.place
    let mayEdit = call.access.has(.edit, in: place.project.id, environment: place.environment)
    // Whoever writes the conditions reads off the counts who fulfils them.
    guard mayEdit || !operation.bringsContent else {
      throw Problem(.forbidden, "to look at what \(operation.name) would do takes \(Permission.edit.holder)")
    }
    return Self.answer(
      try await impact.preview(operation, in: place, by: call.caller).json(showsContexts: mayEdit))
  }

  private static let impactExample: JSONValue = [
    "at": "2027-01-15T09:00:00Z", "revision": 42, "known": true, "contexts": 250,
    "sampledSince": "2027-01-14T11:20:00.000Z",
    "flags": [
      [
        "flag": "new_checkout", "cause": "written", "changed": 25, "unchanged": 225, "undecided": 0, "share": 0.1,
        "transitions": [
          [
            "from": ["enabled": true, "variation": "on", "ruleId": "r_1a2b3c4d", "properties": [:]],
            "to": ["enabled": false, "variation": "off", "ruleId": "", "properties": [:]], "count": 25,
            "examples": [["userID": "alice"]],
          ]
        ], "otherTransitions": 0,
      ]
    ],
    "summary": [
      "text": "25 of 250 contexts of the sample get another answer", "flags": 1, "contexts": 25, "share": 0.1,
    ],
  ]

  private var getRecentContexts: ControlOperation {
    ControlOperation(
      "getRecentContexts", .get, Self.contextsPath, needs: .view,
      "How many contexts of the last 24 hours are kept, and the newest of them",
      query: [
        OperationParameter(
          "limit", .integer("", in: 0...100), "So many of the newest contexts, which takes an editor; 0 when left out.")
      ],
      answer: .json(
        .ref("RecentContexts"), "What is kept.",
        example: [
          "keepsContexts": true, "contexts": 250, "oldest": "2027-01-14T11:20:00.000Z",
          "newest": "2027-01-15T08:59:58.120Z", "capacity": 1000,
        ])
    ) { call async throws(Problem) in
      let place = try call.place
      let limit = try call.query.integer("limit", in: 0...100) ?? 0
      guard limit == 0 || call.access.has(.edit, in: place.project.id, environment: place.environment) else {
        throw Problem(.forbidden, "to see contexts takes \(Permission.edit.holder)")
      }
      return Self.answer(
        Self.json(try await contexts.contexts(in: place.environment), limit: Int(limit), in: place.environment))
    }
  }

  private static func json(
    _ seen: [RecentContextService.Seen], limit: Int, in environment: EnvironmentRecord
  ) -> JSONValue {
    var answer: JSONObject = [
      "keepsContexts": .bool(environment.keepsContexts), "contexts": .number(Double(seen.count)),
      "oldest": seen.map(\.at).min().map { .string(Instants.text($0)) } ?? .null,
      "newest": seen.map(\.at).max().map { .string(Instants.text($0)) } ?? .null,
      "capacity": .number(Double(ContextSample.capacity)),
    ]
    if limit > 0 {
      answer["newestContexts"] = .array(
        seen.sorted { $0.at > $1.at }.prefix(limit).map { seen in
          let context = try? JSONValue(parsing: Array(seen.context.utf8), options: .lenient)
          return ["context": context ?? .null, "at": .string(Instants.text(seen.at))]
        })
    }
    return .object(answer)
  }

  /// The longest id in a query, in Unicode scalars, so that it fits into the target of a request however it is escaped.
  private static let maximumIDLength = 300

  private var deleteRecentContexts: ControlOperation {
    ControlOperation(
      "deleteRecentContexts", .delete, Self.contextsPath, needs: .administer,
      "Delete the contexts that are kept of one user, or all of them",
      details: "What is deleted leaves no trace. A user who comes again is taken down again.",
      query: [
        OperationParameter(
          "userID", .string(length: 1...Self.maximumIDLength),
          "Whose contexts, by their exact id; everybody's when left out.")
      ],
      answer: .json(
        .object([.required("deleted", .integer("How many there were."))]), "They are gone.", example: ["deleted": 1])
    ) { call async throws(Problem) in
      let userID = call.query["userID"]
      if let userID, !(1...Self.maximumIDLength).contains(userID.unicodeScalars.count) {
        throw Problem(
          .badRequest,
          "query parameter \"userID\" is \(Shown.text(userID)); it must have 1 to \(Self.maximumIDLength) characters")
      }
      let count = try await contexts.remove(userID: userID, in: call.place.environment)
      return Self.answer(["deleted": .number(Double(count))])
    }
  }
}
