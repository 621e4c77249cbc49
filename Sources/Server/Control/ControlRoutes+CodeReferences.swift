import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let codeReferencesPath = projectPath + "/code-references"
  private static let maximumPlaces: Int64 = 1000

  private var codeReferences: CodeReferenceService { CodeReferenceService(store: store, gate: uploads) }

  /// The places in code that name flags.
  var codeReferenceOperations: [ControlOperation] {
    [listCodeReferences, replaceCodeReferences, removeCodeReferences, findCodeReferences]
  }

  private static let scanExample: JSONObject = [
    "repository": "acme/shop", "branch": "main", "commit": "1a2b3c4", "link": .null,
    "updatedAt": "2027-01-15T09:00:00.000Z",
  ]

  private static func scanExample(_ references: JSONValue) -> JSONValue {
    var scan = scanExample
    scan["references"] = references
    if references.numberValue != nil { scan["bytes"] = 139 }
    return .object(scan)
  }

  private var listCodeReferences: ControlOperation {
    ControlOperation(
      "listCodeReferences", .get, Self.codeReferencesPath, needs: .view, "The branches whose code was scanned",
      answer: .json(
        .object([.required("scans", .array(.ref("CodeScan")))]), "Each branch with the number of its places.",
        example: ["scans": [Self.scanExample(1)]])
    ) { call async throws(Problem) in
      Self.answer(.object(["scans": .array(try await codeReferences.scans(of: call.project).map(Self.json))]))
    }
  }

  private var replaceCodeReferences: ControlOperation {
    ControlOperation(
      "replaceCodeReferences", .put, Self.codeReferencesPath, needs: .edit,
      "Replace what is known of one branch of a repository, all or nothing",
      body: .json(
        .codeScanUpload,
        example: [
          "repository": "acme/shop", "branch": "main", "commit": "1a2b3c4",
          "references": [
            [
              "flag": "new_checkout", "file": "Sources/App/A.swift", "line": 12, "column": 9, "kind": "literal",
              "snippet": "if flags.isEnabled(\"new_checkout\", default: false) {",
            ]
          ],
        ]),
      answer: .json(.ref("CodeScan"), "The branch as it is known now.", example: Self.scanExample(1))
    ) { call async throws(Problem) in
      let project = try call.project
      let upload = try CodeScanUpload(call.body, projectID: project.id)
      let stored = try await codeReferences.replace(
        by: upload, in: project, by: call.caller, reason: call.body.reason())
      return Self.answer(Self.json(stored))
    }
  }

  private var removeCodeReferences: ControlOperation {
    ControlOperation(
      "removeCodeReferences", .delete, Self.codeReferencesPath, needs: .edit, "Forget a branch",
      body: .json(
        .object([
          .required("repository", .string()), .required("branch", .string()), .optional("reason", .ref("Reason")),
        ]), example: ["repository": "acme/shop", "branch": "feature/x"]),
      answer: .nothing("The branch is forgotten.")
    ) { call async throws(Problem) in
      let (repository, branch) = try CodeScanUpload.branch(of: call.body)
      try await codeReferences.remove(
        repository: repository, branch: branch, in: call.project, by: call.caller, reason: call.body.reason())
      return Self.nothing
    }
  }

  private var findCodeReferences: ControlOperation {
    ControlOperation(
      "findCodeReferences", .get, Self.projectPath + "/flags/{flag}/code-references", needs: .view,
      "Where code names a flag; the flag need not exist",
      query: [
        OperationParameter("limit", .integer(in: 1...Self.maximumPlaces), "How many places at most; 100 when left out.")
      ],
      answer: .json(
        .object([
          .required("flag", .string()), .required("total", .integer("How many places there are in all.")),
          .required("scans", .array(.ref("FlagCodeScan"))),
        ]), "The places by repository, branch, file and line.",
        example: ["flag": "new_checkout", "total": 0, "scans": []])
    ) { call async throws(Problem) in
      let projectID = try call.project.id
      let limit = try call.query.integer("limit", in: 1...Self.maximumPlaces) ?? 100
      let found = try await withStore { () async throws(StoreError) in
        try await store.codeReferences(projectID: projectID, flagKey: call["flag"], limit: Int(limit))
      }
      return Self.answer(
        .object([
          "flag": .string(call["flag"]), "total": .number(Double(found.total)),
          "scans": .array(found.scans.map(\.json)),
        ]))
    }
  }

  /// A scan with the number and the bytes of its places.
  private static func json(_ scan: CodeScanRecord) -> JSONValue {
    var object = scan.json
    object["references"] = .number(Double(scan.references))
    object["bytes"] = .number(Double(scan.bytes))
    return .object(object)
  }
}
