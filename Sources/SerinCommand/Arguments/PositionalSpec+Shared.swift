extension PositionalSpec {
  /// The flag that a command is about.
  static let flagKey = PositionalSpec("KEY", help: "The flag's key.")
}
