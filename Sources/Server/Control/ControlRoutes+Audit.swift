import HTTP
import SerinFlags
import Store

extension ControlRoutes {
  private static let projectLog = projectPath + "/audit"
  private static let instanceLog = "/api/v1/audit"

  /// The audit log: of each project, and of the instance for what belongs to no project.
  var auditOperations: [ControlOperation] {
    operations(of: Self.projectLog, named: "Audit", reading: .view, managing: .administer, "a project") {
      call throws(Problem) in try call.project.id
    }
      + operations(
        of: Self.instanceLog, named: "InstanceAudit", reading: .instance, managing: .instance,
        "what belongs to no project, such as accounts and the instance's admin tokens"
      ) { _ in AuditChain.instance }
  }

  /// The operations of one log.
  private func operations(
    of path: String, named name: String, reading: Permission, managing: Permission, _ what: String,
    chain: @escaping @Sendable (ControlCall) throws(Problem) -> String
  ) -> [ControlOperation] {
    [
      ControlOperation(
        "list\(name)", .get, path, needs: reading, "Who changed what in \(what), when and why",
        query: AuditRoute.parameters, answer: AuditRoute.answer
      ) { call async throws(Problem) in
        try await AuditRoute(store: store).respond(to: call.query, chain: chain(call), environments: environmentKeys)
      },
      ControlOperation(
        "export\(name)", .get, path + "/export", needs: reading, "The whole log of \(what) as a file",
        details: "A value of the CSV form that a spreadsheet would take for a formula has an apostrophe before it.",
        query: [
          OperationParameter(
            "format", .oneOf(AuditExport.Format.allCases.map(\.rawValue)), "The form; `jsonl` when left out.")
        ],
        answer: .text(
          ["application/x-ndjson", "text/csv"], "The log, oldest row first.", example: "{\"sequence\":1}\n")
      ) { call async throws(Problem) in
        let name = call.query["format"] ?? "jsonl"
        guard let format = AuditExport.Format(rawValue: name) else {
          throw Problem(.badRequest, "query parameter \"format\" is \"\(name)\"; it must be jsonl or csv")
        }
        return try await AuditExport(
          store: store, chain: chain(call), environments: environmentKeys, format: format
        ).response(name: "audit")
      },
      ControlOperation(
        "verify\(name)", .post, path + "/verify", needs: reading,
        "Recompute the log of \(what) and say whether it is as it was written",
        details:
          "Anchors are ends of the log that were written down elsewhere: the server's own log has them every hour.",
        body: .json(
          .object([
            .optional(
              "anchors",
              .array(
                .object([
                  .required("sequence", .integer(in: 1...Schema.largestInteger)),
                  .required("hash", .string(pattern: "^[0-9a-fA-F]{64}$")),
                ])
              ).orNull)
          ]), example: ["anchors": []], isRequired: false),
        answer: .json(
          .ref("AuditVerification"), "What was found.",
          example: ["whole": true, "rows": 42, "head": "9f2c…", "firstBroken": .null, "missedAnchor": .null])
      ) { call async throws(Problem) in
        let result = try await AuditService(store: store).verify(
          chain: chain(call), anchors: Self.anchors(call.body))
        return Self.answer(result.json)
      },
      ControlOperation(
        "erase\(name)", .delete, path + "/{sequence}/documents", needs: managing,
        "Erase what one row of the log of \(what) says was there before and after",
        details: "For a person's data. The row stays with the hash of what was erased, so the chain stays whole.",
        body: .reason, answer: .nothing("The documents are gone; erasing them twice changes nothing.")
      ) { call async throws(Problem) in
        guard let sequence = Int64(call["sequence"]), sequence > 0 else {
          throw Problem(.notFound, "there is no audit row \"\(call["sequence"])\"")
        }
        try await AuditService(store: store).erase(
          sequence, chain: chain(call), by: call.caller, reason: call.body.reason())
        return Self.nothing
      },
    ]
  }

  private var environmentKeys: [String: String] { keeper.state.rulesets.mapValues(\.environment.key) }

  private static func anchors(_ body: ControlBody) throws(Problem) -> [AuditService.Anchor] {
    guard let value = body.object["anchors"], value != .null else { return [] }
    guard let elements = value.arrayValue, elements.count <= 10_000 else {
      throw Problem(path: "anchors", message: "must be an array of at most 10000 anchors, not \(Shown.json(value))")
    }
    var anchors: [AuditService.Anchor] = []
    for (index, element) in elements.enumerated() {
      if let unknown = element.objectValue?.first(where: { $0.name != "sequence" && $0.name != "hash" }) {
        throw Problem(
          path: "anchors[\(index)].\(unknown.name)", message: "is not a known member; allowed: sequence, hash")
      }
      guard let number = element["sequence"]?.numberValue, let sequence = Int64(exactly: number),
        (1...Schema.largestInteger).contains(sequence)
      else {
        throw Problem(
          path: "anchors[\(index)].sequence",
          message: "must be a whole number from 1 to \(Schema.largestInteger), not \(Shown.json(element["sequence"]))")
      }
      guard let hash = element["hash"]?.stringValue, hash.utf8.count == 64, [UInt8](hexadecimal: hash) != nil else {
        throw Problem(
          path: "anchors[\(index)].hash", message: "must be 64 hexadecimal digits, not \(Shown.json(element["hash"]))")
      }
      anchors.append(AuditService.Anchor(sequence: sequence, hash: hash))
    }
    return anchors
  }
}
