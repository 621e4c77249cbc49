import SerinFlags

// What stands in a condition is true or false by JsonLogic's rules: null, false, 0 and the empty text are false. Each
// expression is translated into a condition that is true exactly when it is what is wanted, as nothing there is unknown.
extension FlagdReader {
  /// What an expression asks for.
  ///
  /// - Parameter wanted: Whether it must be true, or false.
  mutating func truth(of json: JSONValue, _ wanted: Bool, at place: Place) -> Formula {
    guard isWithinSteps(at: place) else { return .never }
    guard json.objectValue != nil else { return Formula(Self.isTrue(json) == wanted) }
    guard let (name, arguments, isList) = json.expression else {
      return refuse(place, "is not an expression with one operator")
    }
    let inner = place.member(name)
    func argument(_ index: Int) -> Place { place.argument(index, of: name, isList: isList) }
    switch name {
    case "$ref":
      var formula = Formula.never
      follow(arguments.first ?? .null, at: inner) { reader, rule in
        formula = reader.truth(of: rule, wanted, at: place)
      }
      return formula
    case "var":
      return variable(json, wanted, at: place)
    case "!", "!!":
      guard let value = arguments.first else { return Formula((name == "!") == wanted) }
      return truth(of: value, (name == "!!") == wanted, at: argument(0))
    case "and", "or":
      let parts = arguments.enumerated().map { truth(of: $1, wanted, at: argument($0)) }
      return (name == "and") == wanted ? .all(parts) : .any(parts)
    case "if":
      return choice(arguments, wanted, at: inner)
    default:
      return operation(name, arguments, wanted, at: inner)
    }
  }

  /// Counts one expression; false, with a finding, when there were too many.
  mutating func isWithinSteps(at place: Place) -> Bool {
    steps += 1
    if steps == Self.maximumSteps { findings.leaveOut(place.path, "the targeting is too large") }
    return steps < Self.maximumSteps
  }

  mutating func refuse(_ place: Place, _ message: String) -> Formula {
    findings.leaveOut(place.path, message)
    return .never
  }

  /// Whether a value counts as true.
  static func isTrue(_ value: JSONValue) -> Bool {
    switch value {
    case .null: false
    case .bool(let bool): bool
    case .number(let number): number != 0
    case .string(let text): !text.isEmpty
    case .array(let elements): !elements.isEmpty
    case .object: true
    }
  }

  /// `if` within a condition: the first condition that holds decides which value counts.
  private mutating func choice(_ arguments: [JSONValue], _ wanted: Bool, at place: Place) -> Formula {
    var parts: [Formula] = []
    var earlier = Formula.always
    var index = 0
    while index + 1 < arguments.count {
      let condition = truth(of: arguments[index], true, at: place.element(index))
      let value = truth(of: arguments[index + 1], wanted, at: place.element(index + 1))
      parts.append(.all([earlier, condition, value]))
      earlier = .all([earlier, truth(of: arguments[index], false, at: place.element(index))])
      index += 2
    }
    let rest: JSONValue = index < arguments.count ? arguments[index] : .null
    parts.append(.all([earlier, truth(of: rest, wanted, at: place.element(index))]))
    return .any(parts)
  }

  /// A variable on its own.
  private mutating func variable(_ json: JSONValue, _ wanted: Bool, at place: Place) -> Formula {
    switch operand(json, at: place) {
    case .constant(let value): return Formula(Self.isTrue(value) == wanted)
    case .timestamp: return Formula(wanted)
    case .attribute(let name, let fallback):
      let isFalse = Formula.attribute(name, .in, [false, 0, ""])
      return completed(isFalse, of: name, absent: !Self.isTrue(fallback), !wanted)
    case nil: return .never
    }
  }

  /// A comparison that is unknown without the attribute and decided with it, completed by what holds without it.
  func completed(_ formula: Formula, of attribute: String, absent: Bool, _ wanted: Bool) -> Formula {
    let known = wanted ? formula : formula.negated
    return absent == wanted ? .any([.attribute(attribute, .absent), known]) : known
  }

  /// What an operator compares.
  enum Operand {
    case constant(JSONValue)
    /// An attribute, and what counts in its place when it is absent.
    case attribute(String, default: JSONValue)
    /// The time of the evaluation in whole seconds since 1970.
    case timestamp
  }

  /// Reads an operand; nil, with a finding, when it is something else.
  mutating func operand(_ json: JSONValue, at place: Place) -> Operand? {
    guard json.objectValue != nil else { return .constant(json) }
    guard let (name, arguments, _) = json.expression, name == "var" else {
      let inner = json.expression.map { place.member($0.name) } ?? place
      findings.leaveOut(inner.path, "is computed; Serin compares attributes as they are")
      return nil
    }
    guard let path = arguments.first?.stringValue, !path.isEmpty, arguments.count <= 2 else {
      findings.leaveOut(place.member(name).path, "is not the name of a variable")
      return nil
    }
    let fallback = arguments.count == 2 ? arguments[1] : .null
    guard fallback.objectValue == nil else {
      findings.leaveOut(place.member(name).path, "has a default that is computed")
      return nil
    }
    switch path {
    case "$flagd.flagKey": return .constant(.string(flag.key))
    case "$flagd.timestamp": return .timestamp
    case "targetingKey": return .attribute("userID", default: fallback)
    default:
      mention(path, at: place.member(name))
      return .attribute(path, default: fallback)
    }
  }

  private mutating func mention(_ path: String, at place: Place) {
    guard mentioned.insert(ExactString(path)).inserted else { return }
    if path.contains(".") {
      findings.changed(
        place.path, "attributes are flat in Serin: send \(DocumentPath.quoted(path)) as an attribute of that name")
    }
    if path.hasSameBytes(as: "userID") || path.hasSameBytes(as: "deviceID") {
      findings.changed(place.path, "\(DocumentPath.quoted(path)) is the context's id in Serin, never an attribute")
    }
  }
}
