import SerinFlags

extension PositionalSpec {
  /// The segment that a command is about.
  static let segmentKey = PositionalSpec("KEY", help: "The segment's key.")
}

extension CommandCall {
  /// The segment that the command is about.
  var segmentKey: String { arguments.positional(0) ?? "" }

  /// The path of the segment in the environment that is meant.
  func segmentPath(on server: ServerClient) async throws(CommandFailure) -> [String] {
    try await environmentPath(on: server) + ["segments", segmentKey]
  }

  /// The members that the options for describing a segment give.
  func segmentMembers() throws(CommandFailure) -> JSONObject {
    var members = reasonBody
    if let name = arguments[SegmentOptions.file] { members["definition"] = try document(in: name) }
    if let text = arguments[SegmentOptions.about] { members["description"] = .string(text) }
    let tags = arguments.all(SegmentOptions.tag)
    if !tags.isEmpty { members["tags"] = .array(tags.map { .string($0) }) }
    return members
  }
}

/// The options that describe a segment.
enum SegmentOptions {
  static let file = OptionSpec.value(
    "file", "FILE", help: "Who belongs to it: a condition as a JSON document; - is standard input.")
  static let about = OptionSpec.value("description", "TEXT", help: "What it is for.")
  static let tag = OptionSpec.value("tag", "WORD", repeats: true, help: "A word to find it by.")

  static let all = [file, about, tag]
}
