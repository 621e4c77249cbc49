import SerinFlags

/// The type of a setting's values.
enum ConfigCatType: Int {
  case boolean = 0
  case string = 1
  case integer = 2
  case double = 3

  /// The member of a value object that holds a value of the type.
  private var member: String {
    switch self {
    case .boolean: "b"
    case .string: "s"
    case .integer: "i"
    case .double: "d"
    }
  }

  /// The value in a value object, or nil when it holds none of the type.
  func value(in node: SourceNode) -> JSONValue? {
    let value = node[member].value
    switch (self, value) {
    case (.boolean, .bool), (.string, .string), (.integer, .number), (.double, .number): return value
    default: return nil
    }
  }
}

/// The distinct values of a setting and the variations that stand for them.
struct ConfigCatVariations {
  let type: ConfigCatType
  private(set) var values: [(name: String, value: JSONValue)] = []
  private var known: [JSONValue: String] = [:]
  private var names = VariationNames()

  /// Collects the values in the order of the document; nil when the setting has no known type.
  init?(_ setting: SourceNode) {
    guard let type = setting["t"].integer.flatMap(ConfigCatType.init(rawValue:)) else { return nil }
    self.type = type
    if type == .boolean {
      take(false, as: "off")
      take(true, as: "on")
    }
    add(setting["v"])
    for rule in setting["r"].elements {
      add(rule["s"]["v"])
      for option in rule["p"].elements { add(option["v"]) }
    }
    for option in setting["p"].elements { add(option["v"]) }
  }

  private mutating func add(_ node: SourceNode) {
    guard let value = type.value(in: node), known[value] == nil else { return }
    take(value, as: names.name(for: value.stringValue ?? value.text()))
  }

  private mutating func take(_ value: JSONValue, as name: String) {
    values.append((name, value))
    known[value] = name
  }

  /// The variation that stands for a value.
  func name(of value: JSONValue) -> String? { known[value] }
}
