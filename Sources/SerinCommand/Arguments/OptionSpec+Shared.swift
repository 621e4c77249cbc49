// The options that mean the same wherever they are taken. They may also be given before the command's name.
extension OptionSpec {
  /// Prints how a command is used.
  static let help = OptionSpec.flag("help", help: "Show this help (also -h).")

  /// Prints one JSON document.
  static let json = OptionSpec.flag("json", help: "Print JSON on standard output; errors are JSON on standard error.")

  /// Where the server is.
  static let url = OptionSpec.value(
    "url", "URL", variable: "SERIN_URL", fallback: "http://127.0.0.1:8080", help: "Address of the server.")

  /// What lets the caller in.
  static let token = OptionSpec.value(
    "token", "TOKEN", variable: "SERIN_TOKEN",
    help: "Admin token or key. Prefer the variable: other users of this machine can see a command line.")

  /// How long a request may take.
  static let timeout = OptionSpec.value(
    "timeout", "SECONDS", variable: "SERIN_TIMEOUT", fallback: "30", help: "How long one request may take.")

  /// The project that is meant.
  static let project = OptionSpec.value(
    "project", "KEY", variable: "SERIN_PROJECT", help: "Project; not needed when the server has exactly one.")

  /// The environment that is meant.
  static let environment = OptionSpec.value(
    "environment", "KEY", variable: "SERIN_ENVIRONMENT", fallback: "production", help: "Environment.")

  /// Why something is changed.
  static let reason = OptionSpec.value("reason", "TEXT", help: "Why; it is kept in the audit log.")

  /// Every option that may stand before the command's name.
  static let global: [OptionSpec] = [.url, .token, .project, .environment, .timeout, .json, .help]
}

extension [OptionSpec] {
  /// What every command needs that talks to a server.
  static let connection: [OptionSpec] = [.url, .token, .timeout, .json]

  /// What a command needs that works on a project as a whole.
  static let projectTarget: [OptionSpec] = [.url, .token, .project, .timeout, .json]

  /// What a command needs that works in one environment of a project.
  static let environmentTarget: [OptionSpec] = [.url, .token, .project, .environment, .timeout, .json]
}
