import SerinFlags

/// The attributes that stand for what Firebase knows of an app's user, and how terms test them.
struct FirebaseSignals {
  /// What a signal is, so that two of them never share an attribute.
  enum Kind: String {
    case builtIn = "a built-in signal"
    case userProperty = "a user property"
    case customSignal = "a custom signal"
  }

  private var kinds: [ExactString: Kind] = [:]

  /// The attribute of a signal, or nil when another kind of signal has it already.
  mutating func attribute(_ kind: Kind, _ name: String, _ path: String, _ draft: inout ImportDraft) -> String? {
    guard let attribute = draft.attribute(SourceNode(.string(name), path: path)) else { return nil }
    let other = kinds[ExactString(attribute), default: kind]
    kinds[ExactString(attribute)] = other
    guard other == kind else {
      draft.leaveOut(path, "`\(name)` is \(kind.rawValue) and \(other.rawValue), and can be only one attribute")
      return nil
    }
    return attribute
  }

  /// The names of the attributes for Firebase's built-in signals.
  private static let builtIn: [String: String] = [
    "app.version": "appVersion", "app.build": "appBuild", "app.id": "appID", "device.os": "os",
    "device.country": "country", "device.language": "language", "app.firstOpenTimestamp": "firstOpenTimestamp",
    "firstOpenTimestamp": "firstOpenTimestamp", "app.firebaseInstallationId": "firebaseInstallationID",
    "firebaseInstallationId": "firebaseInstallationID",
  ]

  /// Reads an expression.
  mutating func proposition(ofExpression node: SourceNode, _ draft: inout ImportDraft) -> Formula {
    guard let text = node.string else {
      draft.unknown(node, "expression")
      return .never
    }
    do throws(FirebaseExpressionParser.Problem) {
      let terms = try FirebaseExpressionParser.parse(text)
      return .all(terms.map { proposition(of: $0, node.path, &draft) })
    } catch {
      draft.leaveOut(node.path, "is not an expression that is known here: \(error.message)")
      return .never
    }
  }

  private mutating func proposition(
    of term: FirebaseTerm, _ path: String, _ draft: inout ImportDraft
  ) -> Formula {
    switch term {
    case .constant(let isTrue):
      return isTrue ? .always : .never
    case .comparison(let subject, let relation, let operand):
      if subject.name == "percent" { return percent(subject, relation, operand, path, &draft) }
      if subject.name == "dateTime" || subject.name == "device.dateTime" {
        return time(relation, operand, path, &draft)
      }
      return comparison(subject, relation, operand, path, &draft)
    case .between(let subject, let lower, let upper):
      guard subject.name == "percent" else { return unknown(subject, path, &draft) }
      guard let draw = draw(subject, path, &draft), let lower = FirebaseNumber.microPercent(lower),
        let upper = FirebaseNumber.microPercent(upper)
      else { return tooFine(path, &draft) }
      return .all([draw.atMost(upper), draw.above(lower)])
    case .membership(let subject, let values):
      return equality(subject, values, path, &draft)?.passes ?? .never
    case .call(let subject, let function, let arguments):
      return call(subject, function, arguments, path, &draft)
    }
  }

  // MARK: Attributes

  private mutating func attribute(
    of subject: FirebaseSubject, _ path: String, _ draft: inout ImportDraft
  ) -> String? {
    switch (subject.name, subject.key) {
    case ("app.userProperty", let key?): return attribute(.userProperty, key, path, &draft)
    case ("app.customSignal", let key?): return attribute(.customSignal, key, path, &draft)
    case (let name, nil):
      if let attribute = Self.builtIn[name] {
        draft.note(path, "`\(name)` is the attribute `\(attribute)` here")
        return self.attribute(.builtIn, attribute, path, &draft)
      }
      fallthrough
    default:
      _ = unknown(subject, path, &draft)
      return nil
    }
  }

  private func unknown(_ subject: FirebaseSubject, _ path: String, _ draft: inout ImportDraft) -> Formula {
    draft.leaveOut(path, "`\(subject.name)` has no equal: only Firebase knows it")
    return .never
  }

  /// Whether a signal is one of some texts.
  private mutating func equality(
    _ subject: FirebaseSubject, _ values: [String], _ path: String, _ draft: inout ImportDraft
  ) -> AttributeTest? {
    guard let name = attribute(of: subject, path, &draft) else { return nil }
    if name == "language" {
      draft.change(path, "a language is compared as a whole in Serin: `en` is not `en-GB`")
    }
    guard name == "country" || name == "language" else { return .oneOf(name, values.map(JSONValue.string)) }
    // Codes of countries and languages mean the same in either case.
    let list = AttributeCondition(name, .in, values.map(JSONValue.string), ignoringCase: true)
    return AttributeTest(name, types: [.string], anyOf: [.attribute(list)])
  }

  private mutating func comparison(
    _ subject: FirebaseSubject, _ relation: String, _ operand: FirebaseOperand, _ path: String,
    _ draft: inout ImportDraft
  ) -> Formula {
    guard let relation = FirebaseTest.Relation(rawValue: relation) else { return .never }
    switch operand {
    case .number(let number):
      guard let name = attribute(of: subject, path, &draft) else { return .never }
      return FirebaseTest(attribute: name, path: path).number(relation, number, &draft)
    case .text(let text) where subject.isVersion:
      guard let name = attribute(of: subject, path, &draft) else { return .never }
      return FirebaseTest(attribute: name, path: path).version(relation, text, &draft)
    case .text(let text) where relation == .equal || relation == .notEqual:
      guard let test = equality(subject, [text], path, &draft) else { return .never }
      return relation == .equal ? test.passes : test.fails
    case .instant(let text, let zone) where subject.name.hasSuffix("firstOpenTimestamp"):
      guard let instant = instant(text, zone, path, &draft), let name = attribute(of: subject, path, &draft) else {
        return .never
      }
      let value = JSONValue.string("\(instant)")
      let isBefore = Condition.attribute(AttributeCondition(name, .before, [value]))
      let isAfter = Condition.attribute(AttributeCondition(name, .after, [value]))
      switch relation {
      case .less: return .condition(isBefore)
      case .lessOrEqual: return .not(isAfter)
      case .greater: return .condition(isAfter)
      case .greaterOrEqual: return .not(isBefore)
      case .equal, .notEqual: break
      }
      fallthrough
    default:
      draft.leaveOut(path, "`\(subject.name)` cannot be compared like this: \(relation.rawValue) \(operand)")
      return .never
    }
  }

  private mutating func call(
    _ subject: FirebaseSubject, _ function: String, _ arguments: [String], _ path: String, _ draft: inout ImportDraft
  ) -> Formula {
    guard let name = attribute(of: subject, path, &draft) else { return .never }
    let test = FirebaseTest(attribute: name, path: path)
    if let function = FirebaseTest.Function(name: function) { return test.text(function, arguments, &draft) }
    guard let relation = FirebaseTest.Relation(rawValue: function), subject.key == nil else {
      draft.leaveOut(path, "`\(function)` is no comparison that is known here")
      return .never
    }
    guard arguments.count == 1 else {
      draft.leaveOut(path, "\(arguments.count) values are not the one that `\(function)` needs")
      return .never
    }
    return test.version(relation, arguments[0], &draft)
  }
}
