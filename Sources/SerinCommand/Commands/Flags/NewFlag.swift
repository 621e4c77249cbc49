import SerinFlags

/// A flag described by the options of `serin flags create`.
struct NewFlag {
  private static let kind = OptionSpec.value(
    "kind", "KIND", choices: ["release", "experiment", "killSwitch", "ops", "permission"],
    help: "release, experiment, killSwitch, ops or permission.")
  private static let owner = OptionSpec.value("owner", "TEXT", help: "Who answers for it.")
  private static let about = OptionSpec.value("description", "TEXT", help: "What it is for.")
  private static let expires = OptionSpec.value("expires", "YYYY-MM-DD", help: "The day by which it should be gone.")
  private static let tag = OptionSpec.value("tag", "WORD", repeats: true, help: "A word to find it by.")
  private static let property = OptionSpec.value(
    "property", "NAME[:TYPE]=DEFAULT", repeats: true,
    help: "A value it carries, with its type (string, number, boolean or json) and default.")
  private static let onValue = OptionSpec.value(
    "on-value", "NAME=VALUE", repeats: true, help: "What a property is where the flag is on.")
  private static let onPercent = OptionSpec.value(
    "on-percent", "PERCENT", help: "Turn it on for so many percent, at most six decimals.")

  /// The options, in the order of the help.
  static let options = [kind, owner, about, expires, tag, property, onValue, onPercent]

  /// The flag's document.
  let document: JSONValue

  /// Reads the options.
  ///
  /// - Throws: a usage failure that names an option that is missing or wrong.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    let expected = "a kind of flag (\(FlagKind.allCases.map(\.rawValue).joined(separator: ", ")))"
    guard let kind = try arguments.converted(Self.kind, expected: expected, by: FlagKind.init) else {
      throw .usage("--kind is missing (or give --file)", helpFor: FlagsCreateCommand.description.path)
    }
    guard let owner = arguments[Self.owner], !owner.isEmpty else {
      throw .usage("--owner is missing (or give --file)", helpFor: FlagsCreateCommand.description.path)
    }
    let properties = try Self.properties(arguments)
    let onValues = try Self.onValues(arguments, properties)
    var document: JSONObject = ["kind": .string(kind.rawValue), "owner": .string(owner)]
    for option in [Self.about, Self.expires] {
      if let text = arguments[option] { document[option.name] = .string(text) }
    }
    let tags = arguments.all(Self.tag)
    if !tags.isEmpty { document["tags"] = .array(tags.map { .string($0) }) }
    if !properties.isEmpty {
      let declared = properties.map {
        ($0.name, ["type": .string($0.kind.rawValue), "default": $0.value] as JSONValue)
      }
      document["properties"] = .object(JSONObject(members: declared))
    }
    var isOn: JSONObject = ["enabled": true]
    if !onValues.isEmpty { isOn["properties"] = .object(onValues) }
    document["variations"] = ["off": ["enabled": false], "on": .object(isOn)]
    document["off"] = "off"
    document["default"] = "off"
    document["rules"] = try Self.rules(arguments)
    self.document = .object(document)
  }

  private static func properties(_ arguments: ParsedArguments) throws(CommandFailure) -> [TypedArgument] {
    var properties: [TypedArgument] = []
    for text in arguments.all(property) {
      let argument = try TypedArgument(text, of: property)
      guard !properties.contains(where: { $0.name.utf8.elementsEqual(argument.name.utf8) }) else {
        throw .usage("--property: \(argument.name) is given twice")
      }
      properties.append(argument)
    }
    return properties
  }

  /// The values of the variation `on`; their types are those of the properties.
  private static func onValues(
    _ arguments: ParsedArguments, _ properties: [TypedArgument]
  ) throws(CommandFailure) -> JSONObject {
    var values: JSONObject = [:]
    for text in arguments.all(onValue) {
      let argument = try TypedArgument(text, of: onValue)
      guard let property = properties.first(where: { $0.name.utf8.elementsEqual(argument.name.utf8) }) else {
        throw .usage("--on-value: there is no --property \"\(argument.name)\"")
      }
      guard argument.kind == .string, let plain = argument.value.stringValue else {
        throw .usage("--on-value: the type of \(argument.name) is that of its --property, \(property.kind.rawValue)")
      }
      guard values[argument.name] == nil else { throw .usage("--on-value: \(argument.name) is given twice") }
      values[argument.name] = try TypedArgument.value(of: plain, as: property.kind, for: argument.name, option: onValue)
    }
    return values
  }

  /// One rule without conditions when a percentage is given; the server gives it an id and a salt.
  private static func rules(_ arguments: ParsedArguments) throws(CommandFailure) -> JSONValue {
    let percent = try arguments.converted(onPercent, expected: "a number from 0 to 100") { text -> JSONValue? in
      guard let value = try? JSONValue(parsing: Array(text.utf8)), let number = value.numberValue,
        (0...100).contains(number)
      else { return nil }
      return value
    }
    guard let percent else { return [] }
    return [["rollout": ["percent": percent], "serve": "on"]]
  }
}
