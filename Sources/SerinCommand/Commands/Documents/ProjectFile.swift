import SerinFlags

/// A project's document in a file, with the project that it is for.
struct ProjectFile {
  /// The document, with the key of the project that it is sent to.
  let document: JSONValue
  /// The project's key.
  let project: String

  static let file = PositionalSpec("FILE", help: "The project's document; - is standard input.")
  static let prune = OptionSpec.flag(
    "prune", help: "Archive flags that it does not mention, and delete segments that nothing uses then.")

  /// Reads the file that the command names.
  ///
  /// The project is the one of `--project`, else the one that the document names, else the only one that there is.
  /// - Throws: a refusal for what is no document of a project, and for one of another project than the variable names.
  init(_ call: CommandCall, on server: ServerClient) async throws(CommandFailure) {
    let name = call.arguments.positional(0) ?? ""
    let json = try call.document(in: name)
    guard var object = json.objectValue, object["schema"] != nil else {
      throw .refused("\(name) is no document of a project: it has no \"schema\"")
    }
    if object["environment"] != nil {
      throw .refused("\(name) is a ruleset document of one environment; \"serin flags apply\" takes it")
    }
    let named = object["project"]?["key"]?.stringValue
    if let named, !call.arguments.isGiven(.project) {
      if let meant = call.arguments[.project], !meant.hasSameBytes(as: named) {
        throw .refused(
          "\(name) is for the project \"\(named)\", not \"\(meant)\"; to apply it there all the same, give --project "
            + meant)
      }
      project = named
    } else {
      project = try await call.project(on: server)
    }
    if var member = object["project"]?.objectValue, named != nil {
      member["key"] = .string(project)
      object["project"] = .object(member)
    }
    document = .object(object)
  }

  /// The path of the project's document.
  var path: [String] { ["projects", project, "document"] }

  /// What is sent to plan it or to apply it.
  func body(_ call: CommandCall) -> JSONObject {
    var body: JSONObject = ["document": document]
    if call.arguments.isGiven(Self.prune) { body["prune"] = true }
    return body
  }

  /// What is sent to make the project.
  func creation(_ call: CommandCall) -> JSONObject {
    var body = call.reasonBody
    body["key"] = .string(project)
    if let name = document["project"]?["name"] { body["name"] = name }
    let environments = document["environments"]?.objectValue ?? [:]
    if !environments.isEmpty {
      let keys = environments.sortedMembers.sorted { position($0.value) < position($1.value) }.map(\.name)
      body["environments"] = .array(keys.map(JSONValue.string))
    }
    return body
  }

  private func position(_ environment: JSONValue) -> Double { environment["position"]?.numberValue ?? 0 }

  /// Whether the server has the project, as far as the token shows.
  func exists(on server: ServerClient) async throws(CommandFailure) -> Bool {
    try server.array("projects", in: try await server.get(["projects"])).contains {
      $0["key"]?.stringValue?.hasSameBytes(as: project) ?? false
    }
  }
}
