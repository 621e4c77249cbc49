import SerinFlags

/// A change that is made later, as the options describe it: at an instant, or once others have approved it.
struct PlannedChange {
  /// The change as the server takes it.
  let json: JSONObject

  static let operation = PositionalSpec(
    "OPERATION",
    choices: [
      "createFlag", "replaceFlag", "killFlag", "unkillFlag", "archiveFlag", "unarchiveFlag", "restoreFlagVersion",
      "promoteFlags", "applyRuleset", "deleteFlag", "undeleteFlag", "restoreSegmentVersion",
    ],
    help:
      "What is done: createFlag, replaceFlag, killFlag, unkillFlag, archiveFlag, unarchiveFlag, deleteFlag, undeleteFlag, "
      + "restoreFlagVersion, restoreSegmentVersion, promoteFlags or applyRuleset.")
  static let keys = PositionalSpec(
    "KEY", isRequired: false, repeats: true,
    help: "The flag, or the segment; promoteFlags takes several, or all without one.")
  static let positionals = [operation, keys]

  private static let set = OptionSpec.value(
    "set", "NAME:TYPE=VALUE", repeats: true,
    help: "replaceFlag: a member of the flag's document and its new value, such as default=on or rules:json=[].")
  private static let file = OptionSpec.value(
    "file", "FILE", help: "createFlag, replaceFlag, applyRuleset: the document; - is standard input.")
  private static let reuseKey = OptionSpec.flag(
    "reuse-key", help: "createFlag: take the key over from an archived or deleted flag; needs --reason.")
  private static let version = OptionSpec.value(
    "version", "VERSION",
    help: "restoreFlagVersion, restoreSegmentVersion: the version; replaceFlag: the one that the edit starts from.")
  private static let from = OptionSpec.value("from", "ENV", help: "promoteFlags: where the flags are taken from.")
  private static let parts = OptionSpec.value(
    "parts", "PARTS", choices: OptionSpec.parts.choices, help: "promoteFlags: targeting, values or both, with a comma.")
  private static let segments = OptionSpec.flag(
    "segments", help: "promoteFlags: take segments along that are missing.")
  private static let removeSegment = OptionSpec.value(
    "remove-segment", "KEY", repeats: true, help: "applyRuleset: a segment to remove.")
  static let options = [set, file, reuseKey, version, from, parts, segments, removeSegment, .acknowledge]

  /// `--reason` of commands where nothing but the key of an earlier flag needs one.
  static let reuseReason = OptionSpec.value(
    "reason", "TEXT", help: "createFlag with --reuse-key: why; it is kept in the audit log.")

  /// The operations that make something what it was at a version.
  static let restoring = ["restoreFlagVersion", "restoreSegmentVersion"]

  /// What each operation takes beside the flag or segment.
  private static let taken: [String: [OptionSpec]] = [
    "createFlag": [file, reuseKey, .acknowledge], "replaceFlag": [set, file, version], "restoreFlagVersion": [version],
    "restoreSegmentVersion": [version], "promoteFlags": [from, parts, segments],
    "applyRuleset": [file, removeSegment], "deleteFlag": [.acknowledge],
  ]

  /// Whether it concerns the whole project instead of one environment.
  var isOfProject: Bool {
    ["archiveFlag", "unarchiveFlag", "deleteFlag", "undeleteFlag"].contains(json["operation"]?.stringValue)
  }

  /// Reads the options.
  ///
  /// - Parameter skipped: How many arguments stand before the operation.
  /// - Throws: a usage failure for an option that the operation does not take, and for one that it lacks.
  init(_ call: CommandCall, after skipped: Int = 0) throws(CommandFailure) {
    let arguments = call.arguments
    let name = arguments.positional(skipped) ?? ""
    guard Self.operation.choices.contains(name) else {
      throw .usage("\"\(name)\" is not an operation; there are \(Self.operation.choices.joined(separator: ", "))")
    }
    let taken = Self.taken[name] ?? []
    if let stray = Self.options.first(where: { arguments.isGiven($0) && !taken.contains($0) }) {
      throw .usage("\(name) takes no \(stray.dashed)")
    }
    var change: JSONObject = ["operation": .string(name)]
    let keys = Array(arguments.positionals.dropFirst(skipped + 1))
    switch name {
    case "promoteFlags":
      change["from"] = .string(try Self.required(Self.from, of: name, arguments))
      if !keys.isEmpty { change["flags"] = .array(keys.map(JSONValue.string)) }
      change["parts"] = try call.flagParts
      if arguments.isGiven(Self.segments) { change["segments"] = true }
    case "applyRuleset":
      guard keys.isEmpty else { throw .usage("applyRuleset takes no KEY: the document names the flags") }
      change["document"] = try call.document(in: try Self.required(Self.file, of: name, arguments))
      if let removed = call.list(Self.removeSegment) { change["removeSegments"] = removed }
    default:
      let thing = name == "restoreSegmentVersion" ? "segment" : "flag"
      guard keys.count == 1, let key = keys.first else { throw .usage("\(name) takes one KEY, the \(thing)'s") }
      change[thing] = .string(key)
      if name == "createFlag" || arguments.isGiven(Self.file) {
        change["document"] = try call.document(in: try Self.required(Self.file, of: name, arguments))
      }
      if arguments.isGiven(Self.reuseKey) {
        guard let reason = arguments[.reason] else { throw .usage("\(Self.reuseKey.dashed) needs --reason") }
        change["reuseKey"] = true
        change["reason"] = .string(reason)
      } else if name == "createFlag", arguments.isGiven(.acknowledge) {
        throw .usage("createFlag takes \(OptionSpec.acknowledge.dashed) only with \(Self.reuseKey.dashed)")
      }
      if let what = try call.acknowledged { change["acknowledge"] = .string(what) }
      if name == "replaceFlag" { try Self.addPatch(to: &change, call) }
      if Self.restoring.contains(name) {
        change["version"] = .string(try Self.required(Self.version, of: name, arguments))
      } else if let version = arguments[Self.version] {
        change["version"] = .string(version)
      }
    }
    json = change
  }

  /// Checks, for a change that is proposed, that a reason is given only where it goes somewhere.
  ///
  /// - Throws: a usage failure for one that nothing would be done with.
  func checkReason(_ call: CommandCall) throws(CommandFailure) {
    guard call.arguments.isGiven(.reason), json["reuseKey"] == nil else { return }
    throw .usage("--reason belongs to \(Self.reuseKey.dashed); --description says why a change shall be done")
  }

  private static func addPatch(to change: inout JSONObject, _ call: CommandCall) throws(CommandFailure) {
    let arguments = call.arguments
    guard arguments.isGiven(set) != arguments.isGiven(file) else {
      throw .usage("replaceFlag takes either --set, once for each member, or --file with the whole document")
    }
    let members = try call.members(set)
    if !members.isEmpty { change["patch"] = .object(members) }
  }

  private static func required(
    _ option: OptionSpec, of name: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> String {
    guard let text = arguments[option] else { throw .usage("\(name) needs \(option.dashed)") }
    return text
  }
}
