import SerinFlags

// The options that several commands about flags take.
extension OptionSpec {
  /// Says that it is known that apps asked for a flag lately.
  static let acknowledge = OptionSpec.value(
    "acknowledge", "WHAT", choices: ["recentlyUsed"],
    help: "Go ahead although apps asked for the flag within the last seven days: recentlyUsed.")

  /// Which parts of flags are taken over from another environment.
  static let parts = OptionSpec.value(
    "parts", "PARTS", choices: ["targeting", "values", "targeting,values"],
    help: "targeting (rules, prerequisites, defaults), values (variations and property values), or both, with a comma.")

  /// Members of a flag's document.
  static let members = OptionSpec.value(
    "set", "NAME:TYPE=VALUE", repeats: true,
    help: "A member of the flag's document and its new value, such as default=on; NAME:json=null takes it out.")
}

extension CommandCall {
  /// What `--acknowledge` says, as the parameter of a request.
  /// - Throws: when it is nothing that can be acknowledged.
  var acknowledgement: [(String, String)] {
    get throws(CommandFailure) { try acknowledged.map { [("acknowledge", $0)] } ?? [] }
  }

  /// What `--acknowledge` says.
  /// - Throws: when it is nothing that can be acknowledged.
  var acknowledged: String? {
    get throws(CommandFailure) {
      let choices = OptionSpec.acknowledge.choices
      return try arguments.converted(.acknowledge, expected: "one of: \(choices.joined(separator: ", "))") {
        choices.contains($0) ? $0 : nil
      }
    }
  }

  /// What `--parts` says, as a member of a request; nil for all parts.
  /// - Throws: when one of them is no part of a flag.
  var flagParts: JSONValue? {
    get throws(CommandFailure) {
      guard let text = arguments[.parts] else { return nil }
      let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      if let wrong = names.first(where: { $0 != "targeting" && $0 != "values" }) {
        throw .usage(
          "\(OptionSpec.parts.dashed): \"\(wrong)\" is not a part of a flag; there are targeting and values")
      }
      return .array(names.map { .string($0) })
    }
  }

  /// What a repeated option of members says, by name.
  func members(_ option: OptionSpec) throws(CommandFailure) -> JSONObject {
    var members: JSONObject = [:]
    for text in arguments.all(option) {
      let member = try TypedArgument(text, of: option)
      members[member.name] = member.value
    }
    return members
  }
}
