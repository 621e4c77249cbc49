import SerinFlags

extension CommandCall {
  /// The flag that the command is about.
  var flagKey: String { arguments.positional(0) ?? "" }

  /// Does something to the flag in one environment that needs nothing but a reason, and tells how it is now.
  func changeInEnvironment(_ action: String, saying sentence: (String) -> String) async throws(CommandFailure)
    -> ExitCode
  {
    let server = try controlServer()
    let view = try await server.post(environmentPath(on: server) + ["flags", flagKey, action], reasonBody)
    return try show(view, as: sentence("\(flagKey) in \(environmentKey)"))
  }

  /// Does something to the flag in its whole project that needs nothing but a reason, and tells how it is now.
  func changeInProject(_ action: String, saying sentence: (String) -> String) async throws(CommandFailure) -> ExitCode {
    let server = try controlServer()
    let answer = try await server.post(projectPath(on: server) + ["flags", flagKey, action], reasonBody)
    return try show(answer, as: sentence(flagKey))
  }
}
