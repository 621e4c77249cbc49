import SerinFlags

/// The values that one feature can give, as variations.
///
/// Variations are named by their values where these are short, `value-<n>` otherwise. `null` is what GrowthBook gives
/// when there is no default value and when a gate is closed; an SDK then answers with the app's own default. It becomes
/// the variation ``off``.
struct GrowthBookOutcomes {
  let definition: ImportedOutcomes
  /// The variation that stands for `null`, and the one for those that are not drawn.
  let off: String
  /// The values that are not null, each once, with the names of their variations.
  private let values: [(name: String, value: JSONValue)]
  /// Whether the feature can give null.
  private let hasNull: Bool

  init(of feature: JSONValue) {
    var values: [JSONValue] = []
    var hasNull = false
    func add(_ value: JSONValue) {
      if value.isNull { hasNull = true } else if !values.contains(value) { values.append(value) }
    }
    add(feature["defaultValue"] ?? .null)
    for rule in feature["rules"]?.arrayValue ?? [] {
      if let force = rule["force"] { add(force) }
      for value in rule["variations"]?.arrayValue ?? [] { add(value) }
      let parents = rule["parentConditions"]?.arrayValue ?? []
      if parents.contains(where: { $0["gate"] == true }) { hasNull = true }
    }
    var named: [(name: String, value: JSONValue)] = []
    for (index, value) in values.enumerated() {
      let name = Self.name(of: value)
      let isFree = name.map { name in !named.contains { $0.name.hasSameBytes(as: name) } } ?? false
      named.append((isFree ? name ?? "" : "value-\(index + 1)", value))
    }
    self.values = named
    self.hasNull = hasNull
    definition = ImportedOutcomes(named, hasOff: hasNull)
    off = definition.off
  }

  /// The name of a value that is short enough to be one.
  private static func name(of value: JSONValue) -> String? {
    let text: String
    switch value {
    case .string(let string): text = string
    case .bool, .number: text = value.text()
    case .null, .array, .object: return nil
    }
    guard text.utf8.count <= 64, KeyGrammar.isValidImportedKey(text), !text.hasSameBytes(as: "continue"),
      !text.hasPrefix("value-")
    else { return nil }
    return text
  }

  /// The variation of a value.
  func variation(of value: JSONValue) -> String {
    values.first { $0.value == value }?.name ?? off
  }

  /// Every variation with the value that GrowthBook gives in it.
  var all: [(name: String, value: JSONValue)] {
    hasNull ? values + [(off, .null)] : values
  }

  /// Says what a value means differently.
  func report(path: String, findings: inout FindingList) {
    if hasNull {
      let value = (definition.properties.first?.default ?? .null).text()
      findings.changed(
        path,
        "null, which GrowthBook gives without a default value or behind a closed gate, is off with the value \(value)")
    }
    // GrowthBook calls a feature off when its value is false in JavaScript.
    let falsy: [JSONValue] = [false, 0, ""]
    for (name, value) in values where falsy.contains(value) {
      let isEnabled = definition.variations.contains { $0.name.hasSameBytes(as: name) && $0.isEnabled }
      if isEnabled {
        findings.changed(path, "the value \(value.text()) is off in GrowthBook; here it is on, to keep its value")
      }
    }
  }
}
