import SerinFlags

extension CommandCall {
  /// The server that the options name.
  ///
  /// - Throws: a usage failure for an address or a time that is not one, and a lack of rights without a usable token.
  func server() throws(CommandFailure) -> ServerClient {
    let address = try arguments.converted(
      .url, expected: "an http or https address such as http://127.0.0.1:8080", by: ServerAddress.init)
    let timeout = try arguments.converted(.timeout, expected: "a number of seconds from 0.1 to 3600") { text in
      Double(text).flatMap { (0.1...3600).contains($0) ? $0 : nil }
    }
    guard let text = arguments[.token] else {
      throw .notAuthorised("no token: set SERIN_TOKEN (or give --token) to a token that the server gave out")
    }
    // The text is a secret, so it is not repeated.
    guard let token = AccessToken(text) else {
      throw .notAuthorised("the token has not the form srn_KIND_ID_SECRET_CHECK. Was it copied whole?")
    }
    guard let address, let timeout else { throw .usage("--url and --timeout may not be empty") }
    return ServerClient(address: address, token: token, timeout: timeout)
  }

  /// The server that the options name, for commands that only an admin token may use.
  func controlServer() throws(CommandFailure) -> ServerClient {
    let server = try server()
    guard server.token.kind == .admin else {
      throw .notAuthorised(
        "this needs an admin token, and a \(server.token.kind.noun) was given. Set SERIN_TOKEN to an admin token")
    }
    return server
  }

  /// The project that is meant: the option's, or the only one that the server has.
  func project(on server: ServerClient) async throws(CommandFailure) -> String {
    if let project = arguments[.project] { return project }
    let answer = try await server.get(["projects"])
    let keys = (answer["projects"]?.arrayValue ?? []).compactMap { $0["key"]?.stringValue }
    guard let first = keys.first else {
      throw .notFound("\(server.address.text) has no project that this token may see")
    }
    guard keys.count == 1 else {
      throw .usage("which project? Give one of these with --project or SERIN_PROJECT: \(keys.joined(separator: ", "))")
    }
    return first
  }

  /// The path of the project that is meant.
  func projectPath(on server: ServerClient) async throws(CommandFailure) -> [String] {
    ["projects", try await project(on: server)]
  }

  /// The path of the project that is meant; nil when a switch says that the instance is meant.
  ///
  /// - Throws: a usage failure when the options name a project and the instance.
  func projectPath(
    on server: ServerClient, unless instance: OptionSpec
  ) async throws(CommandFailure) -> [String]? {
    guard arguments.isGiven(instance) else { return try await projectPath(on: server) }
    guard !arguments.isGiven(.project) else {
      throw .usage("\(instance.dashed) and \(OptionSpec.project.dashed) exclude each other")
    }
    return nil
  }

  /// The path of the environment that is meant.
  func environmentPath(on server: ServerClient) async throws(CommandFailure) -> [String] {
    try await projectPath(on: server) + ["environments", environmentKey]
  }

  /// The environment that is meant.
  var environmentKey: String { arguments[.environment] ?? "" }

  /// A body with the reason, when one was given.
  var reasonBody: JSONObject {
    arguments[.reason].map { ["reason": .string($0)] } ?? [:]
  }
}
