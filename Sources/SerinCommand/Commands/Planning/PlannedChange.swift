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
  private static let version = OptionSpec.value(
    "version", "VERSION",
    help: "restoreFlagVersion, restoreSegmentVersion: the version; replaceFlag: the one that the edit starts from.")
  private static let from = OptionSpec.value("from", "ENV", help: "promoteFlags: where the flags are taken from.")
  private static let segments = OptionSpec.flag(
    "segments", help: "promoteFlags: take segments along that are missing.")
  private static let removeSegment = OptionSpec.value(
    "remove-segment", "KEY", repeats: true, help: "applyRuleset: a segment to remove.")
  static let options = [set, file, version, from, segments, removeSegment, .acknowledge]

  /// The operations that make something what it was at a version.
  private static let restoring = ["restoreFlagVersion", "restoreSegmentVersion"]

  /// What each operation takes beside the flag or segment.
  private static let taken: [String: [OptionSpec]] = [
    "createFlag": [file], "replaceFlag": [set, file, version], "restoreFlagVersion": [version],
    "restoreSegmentVersion": [version],
    "promoteFlags": [from, segments], "applyRuleset": [file, removeSegment], "deleteFlag": [.acknowledge],
  ]

  /// Whether it concerns the whole project instead of one environment.
  var isOfProject: Bool {
    ["archiveFlag", "unarchiveFlag", "deleteFlag", "undeleteFlag"].contains(json["operation"]?.stringValue)
  }

  /// Reads the options.
  ///
  /// - Throws: a usage failure for an option that the operation does not take, and for one that it lacks.
  init(_ call: CommandCall) throws(CommandFailure) {
    let arguments = call.arguments
    let name = arguments.positional(0) ?? ""
    guard Self.operation.choices.contains(name) else {
      throw .usage("\"\(name)\" is not an operation; there are \(Self.operation.choices.joined(separator: ", "))")
    }
    let taken = Self.taken[name] ?? []
    if let stray = Self.options.first(where: { arguments.isGiven($0) && !taken.contains($0) }) {
      throw .usage("\(name) takes no \(stray.dashed)")
    }
    var change: JSONObject = ["operation": .string(name)]
    let keys = Array(arguments.positionals.dropFirst())
    switch name {
    case "promoteFlags":
      change["from"] = .string(try Self.required(Self.from, of: name, arguments))
      if !keys.isEmpty { change["flags"] = .array(keys.map(JSONValue.string)) }
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
      if let what = try call.acknowledged { change["acknowledge"] = .string(what) }
      if name == "replaceFlag" { try Self.addPatch(to: &change, arguments) }
      if Self.restoring.contains(name) {
        change["version"] = .string(try Self.required(Self.version, of: name, arguments))
      } else if let version = arguments[Self.version] {
        change["version"] = .string(version)
      }
    }
    json = change
  }

  private static func addPatch(to change: inout JSONObject, _ arguments: ParsedArguments) throws(CommandFailure) {
    guard arguments.isGiven(set) != arguments.isGiven(file) else {
      throw .usage("replaceFlag takes either --set, once for each member, or --file with the whole document")
    }
    var members: JSONObject = [:]
    for text in arguments.all(set) {
      let member = try TypedArgument(text, of: set)
      members[member.name] = member.value
    }
    if !members.isEmpty { change["patch"] = .object(members) }
  }

  private static func required(
    _ option: OptionSpec, of name: String, _ arguments: ParsedArguments
  ) throws(CommandFailure) -> String {
    guard let text = arguments[option] else { throw .usage("\(name) needs \(option.dashed)") }
    return text
  }

  /// A change of a server's answer in a few words: `replaceFlag new_checkout: default, rules`.
  static func words(_ change: JSONValue?) -> String {
    guard let change else { return "" }
    let name = change["operation"].map(FlagText.plain) ?? "?"
    let flags = [change["flag"], change["segment"]].compactMap(\.self) + (change["flags"]?.arrayValue ?? [])
    let keys = flags.isEmpty ? "" : " " + flags.map(FlagText.plain).joined(separator: ", ")
    let source = change["from"].map { " from " + FlagText.plain($0) } ?? ""
    let version = restoring.contains(name) ? change["version"].map { " to " + FlagText.plain($0) } ?? "" : ""
    let members = change["patch"]?.objectValue?.names ?? []
    return name + keys + source + version + (members.isEmpty ? "" : ": " + members.joined(separator: ", "))
  }
}
