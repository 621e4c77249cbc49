import SerinFlags

// Targeting is an expression that gives the name of a variant, or null for the default one. Every part of it that gives
// a result becomes rules that decide for everybody whom the part is for, so that their order is all that is needed.
extension FlagdReader {
  /// Writes the rules of an expression that gives a variant.
  ///
  /// - Parameter whom: Whom the expression is for.
  mutating func result(of json: JSONValue, for whom: Formula, at place: Place) {
    guard isWithinSteps(at: place) else { return }
    switch json {
    case .null:
      serveDefault(for: whom, at: place)
    case .string, .bool:
      if let name = variant(json, path: place.path) { add(whom, .variation(name), at: place) }
    default:
      guard let (name, arguments, _) = json.expression else {
        findings.leaveOut(place.path, "is not an expression that gives a variant")
        return
      }
      switch name {
      case "$ref":
        follow(arguments.first ?? .null, at: place.member(name)) { reader, rule in
          reader.result(of: rule, for: whom, at: place)
        }
      case "if":
        branches(arguments, for: whom, at: place.member(name))
      case "fractional":
        fractional(arguments, for: whom, at: place.member(name))
      default:
        findings.leaveOut(place.member(name).path, "cannot give a variant in Serin; if, fractional and $ref can")
      }
    }
  }

  /// `if`: conditions and results in turn, then perhaps a result for everybody else.
  private mutating func branches(_ arguments: [JSONValue], for whom: Formula, at place: Place) {
    var index = 0
    while index + 1 < arguments.count {
      let condition = truth(of: arguments[index], true, at: place.element(index))
      result(of: arguments[index + 1], for: .all([whom, condition]), at: place.element(index + 1))
      index += 2
    }
    let rest: JSONValue = index < arguments.count ? arguments[index] : .null
    result(of: rest, for: whom, at: place.element(index))
  }

  private mutating func serveDefault(for whom: Formula, at place: Place) {
    // At the end, for everybody, no rule is needed.
    if whom != .always { add(whom, .variation(flag.default), at: place) }
  }

  private mutating func add(_ whom: Formula, _ serve: Serve, at place: Place) {
    guard whom != .never else { return }
    let id = ImportedRuleID.make(system: "flagd", flag: flag.key, path: place.part)
    flag.rules.append(RuleDefinition(id: id, when: whom.when, serve: serve))
  }

  /// Reads a shared rule in place of the reference to it.
  mutating func follow(
    _ reference: JSONValue, at place: Place, _ body: (inout FlagdReader, JSONValue) -> Void
  ) {
    guard let name = reference.stringValue, let rule = evaluators[name] else {
      findings.leaveOut(place.path, "is not the name of one of the $evaluators")
      return
    }
    guard !followed.contains(where: name.hasSameBytes), followed.count < 16 else {
      findings.leaveOut(place.path, "leads back to itself")
      return
    }
    followed.append(name)
    body(&self, rule)
    followed.removeLast()
  }

  /// `fractional`: variants with weights, shared by the hash of a variable or of flag and targeting key.
  private mutating func fractional(_ arguments: [JSONValue], for whom: Formula, at place: Place) {
    var arguments = arguments
    var offset = 0
    var unit = (attribute: "userID", salt: flag.key)
    if let first = arguments.first, first.arrayValue == nil {
      arguments.removeFirst()
      offset = 1
      guard let bucket = operand(first, at: place.element(0)) else { return }
      guard case .attribute(let name, default: .null) = bucket else {
        findings.leaveOut(place.element(0).path, "is no variable as it is, and Serin draws only on those")
        return
      }
      unit = (name, "")
      if !name.hasSameBytes(as: "userID") {
        findings.changed(
          place.element(0).path,
          "flagd also hashes numbers and booleans; here \(DocumentPath.quoted(name)) must be a text")
      }
    }
    var arms: [Split.Arm] = []
    for (index, argument) in arguments.enumerated() {
      if let arm = arm(argument, at: place.element(index + offset)) { arms.append(arm) }
    }
    guard let first = arms.first else {
      findings.leaveOut(place.path, "has no weights above 0")
      return
    }
    if let problem = DrawAlgorithm.flagd.problem(ofWeights: arms.map(\.weight)) {
      findings.leaveOut(place.path, "the weights \(problem)")
    }
    findings.note(place.path, "is drawn as flagd does since it hashes CBOR; earlier versions shared users otherwise")
    let split = Split(arms, salt: unit.salt, by: unit.attribute, draw: .flagd)
    let isPresent = Formula.attribute(unit.attribute, .exists)
    add(.all([whom, isPresent]), arms.count == 1 ? .variation(first.variation) : .split(split), at: place)
    // Without anything to hash the result is null.
    serveDefault(for: .all([whom, isPresent.negated]), at: place.member("absent"))
  }

  /// One share: `["red", 25]`, or `["red"]` for the weight 1.
  ///
  /// A weight of 0 or less is nobody's.
  private mutating func arm(_ json: JSONValue, at place: Place) -> Split.Arm? {
    guard let parts = json.arrayValue, (1...2).contains(parts.count) else {
      findings.leaveOut(place.path, "is not a variant with a weight")
      return nil
    }
    guard let name = variant(parts[0], path: place.element(0).path) else { return nil }
    let weight = parts.count == 2 ? parts[1].numberValue : 1
    guard let weight, weight == weight.rounded() else {
      findings.leaveOut(place.element(1).path, "is not a whole number")
      return nil
    }
    if weight > 1_000_000_000 { findings.leaveOut(place.element(1).path, "is above 1000000000, the largest weight") }
    return weight > 0 ? Split.Arm(name, weight: weight) : nil
  }
}
