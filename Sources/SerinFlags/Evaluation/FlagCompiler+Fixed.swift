// Flags that give everybody the same answer.
extension FlagCompiler {
  /// A killed flag: off, with the default values.
  static func killed(
    key: String, kind: FlagKind?, variation: String, properties: JSONObject, value: String?,
    issues: [DocumentIssue] = []
  ) -> Parts {
    let evaluation = Evaluation(
      key: key, kind: kind, isEnabled: false, ruleId: "", variation: variation, properties: properties,
      reason: .killed, value: value.map { properties[$0] ?? .null })
    return Parts(
      key: key, kind: kind, isKilled: true, outcomes: [evaluation], outcomeIsDrawn: [false], issues: issues)
  }
}

extension FlagCompiler.Parts {
  /// A flag that was not understood: the caller's default counts, unless the document kills the flag.
  ///
  /// A killed flag needs no rule, so what is wrong with them does not matter. It answers off with those default values
  /// that can be read.
  static func malformed(_ flag: MalformedFlag, key: String) -> Self {
    guard flag.isKilled else {
      return Self(
        key: key, outcomes: [.unusable(key: key, .malformed)], outcomeIsDrawn: [false], issues: flag.issues)
    }
    var properties = JSONObject()
    for member in flag.json["properties"]?.objectValue ?? [:] {
      guard let type = member.value["type"]?.stringValue.flatMap(PropertyType.init(rawValue:)),
        let value = member.value["default"], type.accepts(value)
      else { continue }
      properties[member.name] = value
    }
    return FlagCompiler.killed(
      key: key, kind: flag.json["kind"]?.stringValue.flatMap(FlagKind.init(rawValue:)),
      variation: flag.json["off"]?.stringValue ?? "off", properties: properties,
      value: flag.json["value"]?.stringValue, issues: flag.issues)
  }
}
