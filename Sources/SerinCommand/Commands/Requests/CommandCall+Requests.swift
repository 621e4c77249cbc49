import SerinFlags

extension PositionalSpec {
  /// The change request that a command is about.
  static let requestID = PositionalSpec("ID", help: "The change request's id, the first column of the list.")
}

extension OptionSpec {
  /// What somebody has seen who decides about a request.
  static let hash = OptionSpec.value(
    "hash", "HASH", help: "The content that was seen, as \"serin requests show\" prints it; another one ends with 2.")
}

extension CommandCall {
  /// The id of the change request that the command is about.
  var requestID: String { arguments.positional(0) ?? "" }

  /// The path of the change request that the command is about.
  func requestPath(on server: ServerClient) async throws(CommandFailure) -> [String] {
    try await environmentPath(on: server) + ["change-requests", requestID]
  }

  /// Rejects the request, with the content that it has now unless the options name it.
  func rejectRequest(saying sentence: String) async throws(CommandFailure) -> ExitCode {
    let server = try controlServer()
    let path = try await requestPath(on: server)
    var body = reasonBody
    let hash: JSONValue? =
      if let given = arguments[.hash] { .string(given) } else {
        try await server.get(path)["contentHash"]
      }
    guard let hash else { throw server.isNoSerinServer("the change request has no \"contentHash\"") }
    body["contentHash"] = hash
    let request = try await server.post(path + ["reject"], body)
    try server.check(request, has: "state", equalTo: "rejected")
    return try show(request, as: sentence)
  }

  /// Prints everything about a request to a person, the difference behind the rest.
  func print(request: JSONValue) throws(CommandFailure) {
    try print(RequestText.table(of: request))
    for line in RequestText.difference(of: request, style: console.style) { try console.print(line) }
  }

  /// Tells a person what can be done next with the request, if anything.
  func remarkNextStep(of request: JSONValue) throws(CommandFailure) {
    guard let id = request["id"]?.stringValue, let step = RequestText.nextStep(of: request) else { return }
    try console.remark("\(step.meaning): \(line("requests \(step.command) \(id)"))")
  }

  /// A command line for the same place, in quotation marks: with the project and environment that this one named.
  func line(_ words: String) -> String {
    let places = [OptionSpec.project, .environment].filter(arguments.isGiven)
    let options = places.map { " \($0.dashed) \(arguments[$0] ?? "")" }.joined()
    return "\"serin \(words)\(options)\""
  }
}
