import SerinFlags

/// `serin evaluate`: what a flag answers, asked of a server or worked out from a ruleset file.
enum EvaluateCommand: Command {
  static let user = OptionSpec.value("user", "ID", help: "The user's id.")
  static let device = OptionSpec.value("device", "ID", help: "The device's id.")
  static let attribute = OptionSpec.value(
    "attribute", "NAME[:TYPE]=VALUE", repeats: true, help: "An attribute of the context.")
  static let explain = OptionSpec.flag("explain", help: "Show step by step why; a server wants an admin token for it.")
  static let at = OptionSpec.value(
    "at", "INSTANT", help: "Decide for this time, as 2027-01-15T09:00:00Z; a server wants an admin token for it.")
  static let all = OptionSpec.flag("all", help: "Every flag, in a table, instead of KEY.")
  static let ruleset = OptionSpec.value(
    "ruleset", "FILE", help: "Evaluate this ruleset document here, without a server; - is standard input.")
  static let contexts = OptionSpec.value(
    "contexts", "FILE", help: "The contexts to evaluate for, a JSON document a line; - is standard input.")
  static let flag = OptionSpec.value(
    "flag", "KEY", repeats: true, help: "With --contexts: only this flag; without it, every flag.")

  static let description = CommandDescription(
    "evaluate", summary: "Show what a flag answers for a context.",
    discussion: [
      """
      With KEY or --all the server is asked: the evaluation API with a client or server key (which names its own \
      environment), the control API with an admin token.
      """,
      """
      An attribute is text unless a type says otherwise: country=DE, age:number=31, beta:boolean=true, \
      tags:json=["a"]. All behind the first = is the value. A colon, an equals sign or a backslash in a name is \
      written with a backslash before it: urn\\:team=red.
      """,
      """
      Without --at the time is now. A server decides for an instant of the past by what was live in the environment \
      then, segments included, and for one to come by what is live now.
      """,
      """
      With --ruleset nothing is asked of a server: flags are decided by that document, with their prerequisites and \
      segments, at any instant.
      """,
      """
      With --ruleset and --contexts many answers are worked out. A context is \
      {"userID": …, "deviceID": …, "attributes": {…}}. For each context, and for each flag in the order of the \
      keys, a line of JSON is printed; its member "line" is the number of the context's line, and with --explain its \
      member "explanation" says why. A line that is no context is reported and makes the exit code 65; the others are \
      still evaluated.
      """,
      """
      A flag that depends on what the user did before is undecided here: no file holds that.
      """,
    ],
    positionals: [PositionalSpec("KEY", isRequired: false, help: "The flag to decide; or give --all.")],
    options: [all, user, device, attribute, explain, at, ruleset, contexts, flag], sharedOptions: .environmentTarget,
    examples: [
      (
        "serin evaluate new_checkout --user alice --attribute age:number=31 --explain",
        "Asks the server, and shows why alice gets that answer."
      ),
      (
        "serin evaluate --ruleset rules.json --contexts users.jsonl --flag new_checkout",
        "Works out the flag's answer for every user in the file."
      ),
      (
        "serin evaluate new_checkout --ruleset rules.json --user alice --at 2027-01-15T09:00:00Z --explain",
        "Shows what alice will get then, and why."
      ),
      (
        "serin evaluate --all --user alice --at 2026-11-30T09:00:00Z",
        "Shows what alice got of every flag at that instant of the past."
      ),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let arguments = call.arguments
    if arguments.isGiven(contexts) || arguments.isGiven(flag) { return try runForMany(call) }
    if arguments.isGiven(all) { return try await runForAll(call) }
    guard let key = arguments.positional(0) else {
      throw .usage("KEY is missing; or give --all, or --ruleset and --contexts", helpFor: description.path)
    }
    if let ruleset = arguments[ruleset] {
      return try OneLocalEvaluation(key: key, ruleset: ruleset, call: call).run()
    }
    return try await RemoteEvaluation(key: key, call: call).run()
  }

  private static func runForAll(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    if let key = call.arguments.positional(0) {
      throw .usage("\(all.dashed) cannot be combined with KEY (\"\(key)\")", helpFor: description.path)
    }
    if call.arguments.isGiven(explain) {
      throw .usage("\(all.dashed) cannot be combined with \(explain.dashed)", helpFor: description.path)
    }
    return try await AllEvaluations(call: call).run()
  }

  private static func runForMany(_ call: CommandCall) throws(CommandFailure) -> ExitCode {
    let arguments = call.arguments
    let first = [contexts, flag].first(where: arguments.isGiven) ?? contexts
    let single = [all, user, device, attribute].first(where: arguments.isGiven)
    if let stray = single?.dashed ?? arguments.positional(0).map({ "KEY (\"\($0)\")" }) {
      throw .usage("\(first.dashed) cannot be combined with \(stray)", helpFor: description.path)
    }
    guard let rulesetName = arguments[ruleset], let contextsName = arguments[contexts] else {
      throw .usage("--ruleset and --contexts go together; one of them is missing", helpFor: description.path)
    }
    guard rulesetName != "-" || contextsName != "-" else {
      throw .usage("--ruleset and --contexts cannot both be standard input")
    }
    return try LocalEvaluation(ruleset: rulesetName, contexts: contextsName, call: call).run()
  }

  /// The instant that the answer is asked for; nil when none is given.
  static func instant(_ call: CommandCall) throws(CommandFailure) -> Timestamp? {
    guard let text = call.arguments[at] else { return nil }
    guard let instant = Timestamp(parsing: text) else {
      throw .usage("\(at.dashed): \"\(text)\" is not an RFC 3339 instant, such as 2027-01-15T09:00:00Z")
    }
    return instant
  }
}
