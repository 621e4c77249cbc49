extension PositionalSpec {
  /// The flag that a command is about.
  static let flagKey = PositionalSpec("KEY", help: "The flag's key.")

  /// The project that a command is about.
  static let projectKey = PositionalSpec("KEY", help: "The project's key.")

  /// The environment that a command is about.
  static let environmentKey = PositionalSpec("KEY", help: "The environment's key.")
}
