import Serin

/// Says which parameters are flags, and what the others belong to.
struct ParameterMapping: Sendable {
  /// How the users of a percentage are drawn.
  let draw: FirebaseSource.Configuration.Draw
  /// The parameters that a flag carries, by the flag's key.
  let properties: [String: [String]]

  init(_ configuration: FirebaseSource.Configuration) {
    draw = configuration.draw
    properties = configuration.properties
  }

  /// The rules that parameters come to.
  func rules(of parameters: JSONObject) -> ParameterRules {
    let carried = Set(properties.values.joined().map(ExactString.init))
    var flags: [FlagEntry] = []
    var whenOn: [ExactString: JSONObject] = [:]
    for (name, value) in parameters where !carried.contains(ExactString(name)) {
      guard let parameter = FlagParameter(Self.text(value), name: name, draw: draw) else { continue }
      flags.append(parameter.entry)
      whenOn[ExactString(name)] = parameter.properties
    }
    let known = Set(flags.map { ExactString($0.key) })
    var always: [ExactString: JSONObject] = [:]
    for (key, names) in properties {
      let values = names.compactMap { name in parameters[name].map { (name, Self.value(Self.text($0))) } }
      guard !values.isEmpty else { continue }
      always[ExactString(key)] = JSONObject(members: values)
      // Off rather than on: a flag whose parameter was deleted must not reach everybody.
      if !known.contains(ExactString(key)) { flags.append(FlagParameter.plain(key, isEnabled: false)) }
    }
    return ParameterRules(
      ruleset: CompiledRuleset(RulesetDocument(flags: flags)), whenOn: whenOn, always: always)
  }

  /// A parameter's text; the protocol knows no other values.
  private static func text(_ value: JSONValue) -> String {
    value.stringValue ?? value.text()
  }

  /// What a parameter's text means as a property: the JSON value that it is, or else the text itself.
  private static func value(_ text: String) -> JSONValue {
    (try? JSONValue(parsing: text.utf8)) ?? .string(text)
  }
}
