import SerinFlags

/// The audit log that a command is about: a project's, or the instance's.
struct AuditLog {
  private static let instance = OptionSpec.flag(
    "instance", help: "The log of what belongs to no project, such as accounts; an admin token of the instance.")

  /// The options that say which log, beside the shared ones.
  static let options = [instance]

  /// What the server calls the instance's chain.
  private static let instanceChain = "instance"

  let server: ServerClient
  /// Where the log is.
  let path: [String]
  /// Where the project is; nil for the instance's log.
  private let project: [String]?

  /// Finds the log that the options name.
  ///
  /// - Throws: a usage failure when they name a project and the instance.
  init(_ call: CommandCall) async throws(CommandFailure) {
    server = try call.controlServer()
    project = try await call.projectPath(on: server, unless: Self.instance)
    path = (project ?? []) + ["audit"]
  }

  /// What anchors call it: the project's id, or `instance`.
  func chain() async throws(CommandFailure) -> String {
    guard let project else { return Self.instanceChain }
    guard let id = try await server.get(project)["id"]?.stringValue else {
      throw server.isNoSerinServer("the project has no id")
    }
    return id
  }

  /// Asks the server to recompute the log and compare it with anchors.
  ///
  /// - Returns: what it found; with more anchors than one request takes, of the first request that found something.
  func verify(_ anchors: [AuditAnchor]) async throws(CommandFailure) -> JSONValue {
    var rest = anchors[...]
    while true {
      let batch = rest.prefix(AuditAnchor.requestLimit)
      rest = rest.dropFirst(batch.count)
      let body: JSONObject = batch.isEmpty ? [:] : ["anchors": .array(batch.map(\.json))]
      let answer = try await server.post(path + ["verify"], body)
      guard let isWhole = answer["whole"]?.boolValue else { throw server.isNoSerinServer("it does not say \"whole\"") }
      if !isWhole || rest.isEmpty { return answer }
    }
  }
}
