import SerinFlags

extension CommandCall {
  /// The flag that the command is about.
  var flagKey: String { arguments.positional(0) ?? "" }

  /// Does something to the flag in one environment that needs nothing but a reason, and tells how it is now.
  ///
  /// - Parameter wanted: what the server's answer must say, so that another program's "200" is not taken for success.
  func changeInEnvironment(
    _ action: String, expecting wanted: (name: String, value: Bool), saying sentence: (String) -> String
  ) async throws(CommandFailure) -> ExitCode {
    let server = try controlServer()
    let view = try await server.post(environmentPath(on: server) + ["flags", flagKey, action], reasonBody)
    try server.check(view, has: wanted.name, equalTo: .bool(wanted.value))
    return try show(view, as: sentence("\(flagKey) in \(environmentKey)"))
  }

  /// Does something to the flag in its whole project that needs nothing but a reason, and tells how it is now.
  ///
  /// - Parameter isArchived: what the server's answer must say.
  func changeInProject(
    _ action: String, expecting isArchived: Bool, saying sentence: (String) -> String
  ) async throws(CommandFailure) -> ExitCode {
    let server = try controlServer()
    let answer = try await server.post(projectPath(on: server) + ["flags", flagKey, action], reasonBody)
    try server.check(answer, has: "archived", equalTo: .bool(isArchived))
    return try show(answer, as: sentence(flagKey))
  }
}
