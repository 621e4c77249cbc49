import SerinFlags

/// The change that the options of `serin preview` describe.
struct PreviewedChange {
  private static let patch = OptionSpec.value(
    "patch", "FILE", help: "Members of the flag's document, null for one that goes; - is standard input.")
  private static let percent = OptionSpec.value(
    "percent", "RULE=PERCENT", repeats: true, help: "The percentage of a rule's rollout.")
  private static let kill = OptionSpec.value("kill", "KEY", help: "Kill this flag.")
  private static let change = OptionSpec.value(
    "change", "FILE", help: "A change as schedules and change requests take it; - is standard input.")

  /// The options, in the order of the help.
  static let options = [patch, percent, kill, change]

  private enum Content {
    case whole(JSONObject)
    case edit(flag: String, patch: JSONObject, percents: [(rule: String, percent: JSONValue)])
  }

  private let content: Content

  /// Reads the options and the files that they name.
  ///
  /// - Throws: a usage failure when they describe no change, or more than one.
  init(_ call: CommandCall) throws(CommandFailure) {
    let arguments = call.arguments
    let isEdit = arguments.isGiven(Self.patch) || arguments.isGiven(Self.percent)
    let given = [isEdit, arguments.isGiven(Self.kill), arguments.isGiven(Self.change)].count { $0 }
    guard given == 1 else {
      let names = "--patch and --percent, --kill, or --change"
      throw .usage(
        given == 0 ? "no change is given: give \(names)" : "there can be only one change: \(names)",
        helpFor: PreviewCommand.description.path)
    }
    guard isEdit == (arguments.positional(0) != nil) else {
      throw .usage(
        isEdit ? "KEY is missing: the flag that is changed" : "KEY belongs to --patch and --percent only",
        helpFor: PreviewCommand.description.path)
    }
    if let key = arguments[Self.kill] {
      content = .whole(["operation": "killFlag", "flag": .string(key)])
    } else if let name = arguments[Self.change] {
      content = .whole(try Self.object(in: name, of: Self.change, call))
    } else {
      content = .edit(
        flag: call.flagKey,
        patch: try arguments[Self.patch].map { name throws(CommandFailure) in
          try Self.object(in: name, of: Self.patch, call)
        } ?? [:], percents: try Self.percents(arguments))
    }
  }

  /// The change as the server takes it.
  ///
  /// A percentage stands in the flag's rules, which are read for it.
  /// - Parameter path: The environment's path.
  func operation(at path: [String], on server: ServerClient) async throws(CommandFailure) -> JSONObject {
    guard case .edit(let flag, var patch, let percents) = content else {
      if case .whole(let change) = content { return change }
      return [:]
    }
    if !percents.isEmpty {
      var rules = patch["rules"]
      if rules == nil {
        let view = try await server.get(path + ["flags", flag])
        guard let document = view["document"] else { throw server.isNoSerinServer("its answer has no \"document\"") }
        rules = document["rules"] ?? []
      }
      patch["rules"] = try Self.rules(rules?.arrayValue ?? [], with: percents, of: flag)
    }
    return ["operation": "replaceFlag", "flag": .string(flag), "patch": .object(patch)]
  }

  private static func rules(
    _ rules: [JSONValue], with percents: [(rule: String, percent: JSONValue)], of flag: String
  ) throws(CommandFailure) -> JSONValue {
    var rules = rules
    for (id, percent) in percents {
      guard let index = rules.firstIndex(where: { $0["id"]?.stringValue?.utf8.elementsEqual(id.utf8) ?? false }),
        var rule = rules[index].objectValue, var rollout = rule["rollout"]?.objectValue
      else { throw .usage("--percent: \(flag) has no rule \"\(id)\" with a rollout") }
      rollout["percent"] = percent
      rule["rollout"] = .object(rollout)
      rules[index] = .object(rule)
    }
    return .array(rules)
  }

  private static func percents(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> [(rule: String, percent: JSONValue)] {
    var percents: [(rule: String, percent: JSONValue)] = []
    for text in arguments.all(percent) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? try? JSONValue(parsing: Array(parts[1].utf8)) : nil
      guard let value, let number = value.numberValue, (0...100).contains(number), !parts[0].isEmpty else {
        throw .usage("--percent: \"\(text)\" is not a rule's id and a number from 0 to 100, such as r_1a2b3c4d=20")
      }
      percents.append((String(parts[0]), value))
    }
    return percents
  }

  private static func object(
    in name: String, of option: OptionSpec, _ call: CommandCall
  ) throws(CommandFailure) -> JSONObject {
    guard let object = try call.document(in: name).objectValue else {
      throw .refused("\(option.dashed): \(name) is not a JSON object")
    }
    return object
  }
}
