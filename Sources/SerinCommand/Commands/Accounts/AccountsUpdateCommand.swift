import SerinFlags

/// `serin accounts update`: another name, or whether somebody administers the instance.
enum AccountsUpdateCommand: Command {
  private static let name = OptionSpec.value("name", "TEXT", help: "What other people read.")
  private static let root = OptionSpec.flag("root", help: "Make them an administrator of the instance.")
  private static let noRoot = OptionSpec.flag("no-root", help: "Let them administer the instance no longer.")

  static let description = CommandDescription(
    "accounts update", summary: "Rename somebody, or say whether they administer the instance.",
    discussion: [
      """
      What no option names stays as it is. Other rights end their sessions, so that they sign in anew. The last administrator \
      of the instance stays one.
      """
    ],
    positionals: [.account], options: [name, root, noRoot, .force, .reason], sharedOptions: .connection,
    examples: [("serin accounts update ann@example.com --root --reason \"on call\"", "Gives her every right.")])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let account = call.arguments.positional(0) ?? ""
    let isGiven = call.arguments.isGiven
    guard !isGiven(root) || !isGiven(noRoot) else {
      throw .usage("\(root.dashed) and \(noRoot.dashed) exclude each other")
    }
    guard [name, root, noRoot].contains(where: isGiven) else {
      throw .usage("nothing to change: give --name, --root or --no-root", helpFor: description.path)
    }
    var body = call.forceBody
    if let name = call.arguments[name] { body["name"] = .string(name) }
    if isGiven(root) || isGiven(noRoot) { body["root"] = .bool(isGiven(root)) }
    let server = try call.controlServer()
    let answer = try await server.update(["accounts", account], body)
    guard let shown = answer["name"].map(FlagText.plain), let isRoot = answer["root"]?.boolValue else {
      throw server.isNoSerinServer("its answer does not say what the account is")
    }
    let rights = isRoot ? "an administrator of the instance" : "no administrator of the instance"
    return try call.show(answer, as: "\(account) is \"\(shown)\" and \(rights).")
  }
}
