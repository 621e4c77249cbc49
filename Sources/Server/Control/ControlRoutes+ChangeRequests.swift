import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let changeRequestsPath = environmentPath + "/change-requests"
  static let changeRequestPath = changeRequestsPath + "/{changeRequest}"

  var changeRequests: ChangeRequestService {
    ChangeRequestService(flags: flags, rights: rights, signal: signal)
  }

  /// Proposing changes that others have to approve.
  var changeRequestOperations: [ControlOperation] {
    [listChangeRequests, proposeChange, getChangeRequest, editChangeRequest, rebaseChangeRequest, commentChangeRequest]
      + changeDecisionOperations
  }

  static let changeRequestExample: JSONValue = [
    "id": "cr_k3b5x7q2m4n6p8r2", "environment": "production", "state": "open", "title": "Half of everybody",
    "description": "", "by": "account:a_k3b5x7q2m4n6p8r2",
    "change": ["operation": "replaceFlag", "flag": "new_checkout", "patch": ["default": "on"], "version": "3.8"],
    "contentHash": "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
    "createdAt": "2027-01-15T09:00:00.000Z", "schedule": .null, "etag": "1",
  ]

  static func changeRequestAnswer(_ description: String, status: Int = 200) -> OperationAnswer {
    .json(
      .ref("ChangeRequest"), description, status: status, example: changeRequestExample,
      headers: [EditVersion.entityTag])
  }

  /// What is to be known of lists that are read page by page.
  static let pageDetails =
    "A page ends after 1 MiB, or when \(ListSearch.maximumRows) were looked at for a search, however few it has then: it was "
    + "the last one when `next` is null."

  private var listChangeRequests: ControlOperation {
    ControlOperation(
      "listChangeRequests", .get, Self.changeRequestsPath, needs: .view, "The change requests of an environment",
      details: Self.pageDetails, query: ChangeRequestQuery.parameters,
      answer: .json(
        .object([.next, .required("changeRequests", .array(.ref("ChangeRequest")))]),
        "The change requests in the wanted order, the newest first when nothing is said.",
        example: ["next": .null, "changeRequests": [Self.changeRequestExample]])
    ) { call async throws(Problem) in
      let place = try call.place
      let page = try await changeRequests.list(ChangeRequestQuery(call.query), in: place)
      return Self.answer(
        .object([
          "next": ListCursor.json(page.next),
          "changeRequests": .array(page.elements.map { .object($0.json(in: place)) }),
        ]))
    }
  }

  private var proposeChange: ControlOperation {
    ControlOperation(
      "proposeChange", .post, Self.changeRequestsPath, needs: .view,
      "Propose a change that others have to approve, and write nothing of it yet",
      details: "It takes an editor of the project or a releaser of the environment.",
      body: .json(
        .object([
          .required("change", .ref("PlannedChange")), .required("title", .string("1 to 200 bytes.")),
          .optional("description", .string("At most 10,000 bytes.").orNull),
        ]),
        example: [
          "title": "Half of everybody",
          "change": ["operation": "replaceFlag", "flag": "new_checkout", "patch": ["default": "on"]],
        ]),
      answer: Self.changeRequestAnswer("The change request.", status: 201)
    ) { call async throws(Problem) in
      let place = try call.place
      let draft = ChangeRequestService.Draft(
        operation: try PlannedOperation(call.body.required("change"), path: "change"),
        title: try call.body.requiredString("title"), description: try call.body.string("description") ?? "")
      let request = try await changeRequests.propose(draft, in: place, by: call.caller)
      return Self.answer(
        request, in: place, status: 201,
        headers: [(name: "Location", value: "\(call.request.path)/\(request.id)")])
    }
  }

  private var getChangeRequest: ControlOperation {
    ControlOperation(
      "getChangeRequest", .get, Self.changeRequestPath, needs: .view,
      "A change request with its difference, what people said of it, and what stands in its way",
      answer: .json(
        .ref("ChangeRequestDetails"), "The change request.", example: Self.detailsExample,
        headers: [EditVersion.entityTag])
    ) { call async throws(Problem) in
      let place = try call.place
      let details = try await changeRequests.details(call["changeRequest"], in: place, by: call.caller)
      return Self.answer(
        details.json(in: place, keeper.state), headers: [EditVersion.header(details.request.version)])
    }
  }

  private static var detailsExample: JSONValue {
    var example = changeRequestExample.objectValue ?? [:]
    example["approvalsNeeded"] = 1
    example["verdicts"] = []
    example["comments"] = []
    return .object(example)
  }

  private var editChangeRequest: ControlOperation {
    ControlOperation(
      "editChangeRequest", .patch, Self.changeRequestPath, needs: .view,
      "Change what is proposed, by its author; approvals of another content do not count any more",
      headers: [EditVersion.ifMatch],
      body: .json(
        .object([
          .optional("change", .ref("PlannedChange")), .optional("title", .string("1 to 200 bytes.").orNull),
          .optional("description", .string("At most 10,000 bytes.").orNull),
        ]), example: ["title": "A quarter of everybody"]),
      answer: Self.changeRequestAnswer("The change request as it is now.")
    ) { call async throws(Problem) in
      let place = try call.place
      let operation = try call.body.object["change"].map { json throws(Problem) in
        try PlannedOperation(json, path: "change")
      }
      let request = try await changeRequests.edit(
        call["changeRequest"], (operation, try call.body.string("title"), try call.body.string("description")),
        version: EditVersion.required(call.request), in: place, by: call.caller)
      return Self.answer(request, in: place)
    }
  }

  private var rebaseChangeRequest: ControlOperation {
    ControlOperation(
      "rebaseChangeRequest", .post, Self.changeRequestPath + "/rebase", needs: .view,
      "Start from what is there now, by its author; it has to be approved again",
      body: .json(.object([]), example: [:], isRequired: false),
      answer: Self.changeRequestAnswer("The change request as it is now.")
    ) { call async throws(Problem) in
      let place = try call.place
      return Self.answer(
        try await changeRequests.rebase(call["changeRequest"], in: place, by: call.caller), in: place)
    }
  }

  private var commentChangeRequest: ControlOperation {
    ControlOperation(
      "commentChangeRequest", .post, Self.changeRequestPath + "/comments", needs: .view, "Write a comment",
      body: .json(.object([.required("text", .string("1 to 4000 bytes."))]), example: ["text": "why not 10 %?"]),
      answer: .json(
        .ref("ChangeComment"), "The comment.", status: 201,
        example: [
          "id": "cm_k3b5x7q2m4n6p8r2", "by": "account:a_k3b5x7q2m4n6p8r2", "text": "why not 10 %?",
          "at": "2027-01-15T09:00:00.000Z",
        ])
    ) { call async throws(Problem) in
      let comment = try await changeRequests.comment(
        call.body.requiredString("text"), on: call["changeRequest"], in: call.place, by: call.caller)
      return Self.answer(comment.json, status: 201)
    }
  }

  static func answer(
    _ request: ChangeRequestRecord, in place: Place, status: Int = 200,
    headers: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    answer(
      .object(request.json(in: place)), status: status, headers: headers + [EditVersion.header(request.version)])
  }
}
