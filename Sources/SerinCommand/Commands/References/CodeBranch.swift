import SerinFlags

/// Which code is meant: a branch of a repository.
///
/// In a workflow of GitHub the variables that the options fall back on are set.
enum CodeBranch {
  static let repository = OptionSpec.value(
    "repository", "NAME", variable: "GITHUB_REPOSITORY", help: "The repository, such as acme/shop.")
  static let branch = OptionSpec.value(
    "branch", "NAME", variable: "GITHUB_REF_NAME", help: "The branch.")
  static let commit = OptionSpec.value(
    "commit", "ID", variable: "GITHUB_SHA", help: "The commit that the code is at.")

  /// The value of an option that must come from somewhere.
  static func required(_ option: OptionSpec, _ call: CommandCall) throws(CommandFailure) -> String {
    if let text = call.arguments[option], !text.isEmpty { return text }
    let variable = option.variable.map { " (or set \($0))" } ?? ""
    throw .usage("\(option.dashed) is missing\(variable)", helpFor: ["references"])
  }
}
