import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let documentPath = projectPath + "/document"

  private var documents: ProjectDocumentService { ProjectDocumentService(flags: flags) }

  /// A whole project as one document.
  var projectDocumentOperations: [ControlOperation] { [getProjectDocument, planProjectDocument, applyProjectDocument] }

  private static let wishMembers: [Schema.Member] = [
    // The reader takes more than an export writes: null for what is left out, documents without a format.
    .required(
      "document",
      Schema(["type": "object"]).described(
        "A document as `ProjectDocument` describes it; what is wrong with it is named by its path (422).")),
    .optional(
      "prune",
      .boolean(
        "Whether flags that the document does not mention are archived, and segments deleted that nothing uses then."
      ).orNull),
  ]

  private static let projectDocumentExample: JSONValue = [
    "schema": 1, "project": ["key": "shop", "name": "Shop"],
    "environments": ["production": ["name": "production", "position": 2, "protected": true, "approvalsNeeded": 1]],
    "flags": [
      "new_checkout": [
        "kind": "release", "owner": "payments-team",
        "environments": [
          "production": [
            "killed": false, "variations": ["off": ["enabled": false], "on": ["enabled": true]], "off": "off",
            "default": "off", "rules": [["id": "r_1a2b3c4d", "when": ["segment": "beta"], "serve": "on"]],
          ]
        ],
      ]
    ],
    "segments": ["beta": ["kind": "list", "environments": ["production": ["list": ["alice", "bob"]]]]],
  ]

  private static let versionExample = "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef"

  private static func planExample(isApplied: Bool) -> JSONValue {
    [
      "planVersion": .string(versionExample), "applied": .bool(isApplied),
      "changes": [
        [
          "kind": "flag", "key": "new_checkout", "environment": "production", "action": "update",
          "changes": [["path": "rules[r_1a2b3c4d].serve", "before": "off", "after": "on"]],
        ]
      ],
      "notMentioned": ["environments": ["staging"], "flags": ["welcome_text"], "segments": []], "problems": [],
      "revisions": ["production": 42, "staging": 17],
    ]
  }

  private var getProjectDocument: ControlOperation {
    ControlOperation(
      "getProjectDocument", .get, Self.documentPath, needs: .view,
      "A whole project as one document: environments, flags and segments",
      details:
        "It is read at one instant in all environments. Of a list that is kept as hashes it has digest and count.",
      answer: .json(
        .object([
          .required(
            "version",
            .string("Names the contents; kills have no part in it.", pattern: "^[0-9a-f]{64}$")),
          .required("revisions", Schema.revisions), .required("document", .ref("ProjectDocument")),
        ]), "The document with the version that it was read at.",
        example: [
          "version": .string(Self.versionExample), "revisions": ["production": 42],
          "document": Self.projectDocumentExample,
        ])
    ) { call async throws(Problem) in
      let project = try call.project
      let contents = try await wholeProjects.pass("") { () async throws(Problem) in
        try await documents.contents(of: project)
      }
      return Self.answer(
        .object([
          "version": .string(contents.version), "revisions": .object(contents.revisions),
          "document": .object(try contents.document()),
        ]))
    }
  }

  private var planProjectDocument: ControlOperation {
    ControlOperation(
      "planProjectDocument", .post, Self.documentPath + "/plan", needs: .view,
      "Say what applying a project's document would change, and write nothing",
      details:
        "`problems` has everything that would be refused to the caller, and not only the first. `impact` counts what it "
        + "would do, as `previewChange` does, in each environment that it touches and that the caller may edit.",
      query: [
        OperationParameter("impact", .boolean(), "Whether `impact` is counted; it is not when left out.")
      ],
      body: .json(.object(Self.wishMembers), example: ["document": Self.projectDocumentExample]),
      answer: .json(.ref("DocumentPlan"), "The plan.", example: Self.planExample(isApplied: false))
    ) { call async throws(Problem) in
      let (wish, project) = (try wish(call), try call.project)
      let plan = try await wholeProjects.pass("") { () async throws(Problem) in
        try await documents.plan(wish, for: project)
      }
      guard try call.query.boolean("impact"), var answer = plan.json.objectValue else { return Self.answer(plan.json) }
      answer["impact"] = try await counts(of: plan, call)
      return Self.answer(.object(answer))
    }
  }

  /// What applying a plan would do, by environment: of those that it touches, are there already, and may be edited by whoever
  /// calls, since the counts tell who fulfils the conditions of the document.
  private func counts(of plan: DocumentPlan, _ call: ControlCall) async throws(Problem) -> JSONValue {
    guard plan.problems.isEmpty else { return .null }
    let project = try call.project
    let environments = keeper.state.environments(of: project).filter { environment in
      plan.edits.touch(environment) && call.access.has(.edit, in: project.id, environment: environment)
    }
    let impacts = try await impact.impacts(of: Change(chain: project.id, edits: plan.edits), in: environments)
    return .object(JSONObject(members: impacts.map { ($0.environment.key, .object($0.impact.counts)) }))
  }

  private var applyProjectDocument: ControlOperation {
    ControlOperation(
      "applyProjectDocument", .post, Self.documentPath + "/apply", needs: .view,
      "Make a project look like a document: all of it, or nothing",
      details: "It takes the rights that each of the edits takes alone, in each environment that it touches; making or "
        + "changing environments and naming the project takes an admin. What the document does not mention is left alone.",
      body: .json(
        .object(
          Self.wishMembers + [
            .required(
              "planVersion",
              .string(
                "That of the plan that was looked at; another one gives 412.",
                length: 1...Self.versionExample.utf8.count)),
            .optional("reason", .ref("Reason")),
          ]), example: ["document": Self.projectDocumentExample, "planVersion": .string(Self.versionExample)]),
      answer: .json(.ref("DocumentPlan"), "What was changed.", example: Self.planExample(isApplied: true))
    ) { call async throws(Problem) in
      let wish = try wish(call)
      let version = try call.body.requiredString("planVersion")
      guard version.utf8.count <= Self.versionExample.utf8.count else {
        throw Problem(
          path: "planVersion",
          message: "must be at most \(Self.versionExample.utf8.count) bytes of text, not \(Shown.text(version))")
      }
      let plan = try await documents.apply(wish, version: version, to: call.project)
      for environment in keeper.state.environments(of: try call.project) where !environment.keepsContexts {
        // Nobody sees them any more, also when they cannot be deleted now: maintenance does that later.
        _ = try? await contexts.remove(userID: nil, in: environment)
      }
      return Self.answer(plan.json)
    }
  }

  private func wish(_ call: ControlCall) throws(Problem) -> ProjectDocumentService.Wish {
    ProjectDocumentService.Wish(
      document: try Self.document(in: call.body), isPruning: try call.body.boolean("prune") ?? false,
      caller: call.caller, reason: try call.body.reason())
  }

  /// The document of a body.
  private static func document(in body: ControlBody) throws(Problem) -> JSONValue {
    let document = try body.required("document")
    guard document.objectValue != nil else {
      throw Problem(path: "document", message: "must be a JSON object, not \(Shown.json(document))")
    }
    return document
  }
}
