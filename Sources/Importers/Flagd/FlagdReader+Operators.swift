import SerinFlags

extension FlagdReader {
  /// An operator that compares operands.
  mutating func operation(_ name: String, _ arguments: [JSONValue], _ wanted: Bool, at place: Place) -> Formula {
    switch name {
    case "==", "===": return equality(arguments, isStrict: name == "===", wanted, at: place)
    case "!=", "!==": return equality(arguments, isStrict: name == "!==", !wanted, at: place)
    case "<": return order(.less, arguments, wanted, at: place)
    case "<=": return order(.lessOrEqual, arguments, wanted, at: place)
    case ">": return order(.greater, arguments, wanted, at: place)
    case ">=": return order(.greaterOrEqual, arguments, wanted, at: place)
    case "in": return membership(arguments, wanted, at: place)
    case "starts_with": return text(.startsWith, arguments, wanted, at: place)
    case "ends_with": return text(.endsWith, arguments, wanted, at: place)
    case "sem_ver": return version(arguments, wanted, at: place)
    case "fractional": return refuse(place, "shares variants, not conditions")
    default: return refuse(place, "has no equal in Serin")
    }
  }

  /// Reads so many operands; nil, with a finding, when one is something else.
  mutating func operands(_ arguments: [JSONValue], _ count: Int, at place: Place) -> [Operand]? {
    guard arguments.count == count else {
      findings.leaveOut(place.path, "does not have \(count) arguments")
      return nil
    }
    let operands = arguments.enumerated().map { operand($1, at: place.element($0)) }
    return operands.contains { $0 == nil } ? nil : operands.compactMap { $0 }
  }

  private mutating func equality(
    _ arguments: [JSONValue], isStrict: Bool, _ wanted: Bool, at place: Place
  ) -> Formula {
    guard let operands = operands(arguments, 2, at: place) else { return .never }
    switch (operands[0], operands[1]) {
    case (.attribute(let name, let fallback), .constant(let value)),
      (.constant(let value), .attribute(let name, let fallback)):
      if value.isNull { return .attribute(name, wanted == fallback.isNull ? .absent : .exists) }
      guard let values = Self.equals(of: value, isStrict: isStrict) else {
        return refuse(place, "compares with \(value.typeDescription), which Serin cannot")
      }
      if !isStrict, value == 0 || value == false, fallback.isNull {
        findings.changed(
          place.path,
          "flagd's implementations do not agree whether an absent variable equals \(value.text()); here it does not")
      }
      return completed(.attribute(name, .in, values), of: name, absent: values.contains(fallback), wanted)
    case (.constant(let left), .constant(let right)):
      return Formula((left == right) == wanted)
    default:
      return refuse(place, "compares two variables; Serin compares one with a value")
    }
  }

  /// The values that equal a value; without strictness a text equals the number that it is, and booleans are 1 and 0.
  private static func equals(of value: JSONValue, isStrict: Bool) -> [JSONValue]? {
    switch value {
    case .null, .array, .object: return nil
    case _ where isStrict:
      return [value]
    case .string(let text):
      let number = (try? JSONValue(parsing: text.utf8))?.numberValue
      return [value] + (number.map { [.number($0)] } ?? [])
    case .number(let number):
      let bools: [JSONValue] = number == 0 ? [false, ""] : number == 1 ? [true] : []
      return [value, .string(value.text())] + bools
    case .bool(let bool):
      return bool ? [true, 1, "1"] : [false, 0, "0", ""]
    }
  }

  /// `<` and its like, of two operands or of three in a row.
  private mutating func order(
    _ comparison: ConditionOperator, _ arguments: [JSONValue], _ wanted: Bool, at place: Place
  ) -> Formula {
    guard let operands = operands(arguments, arguments.count == 3 ? 3 : 2, at: place) else { return .never }
    let parts = (1..<operands.count).map { index in
      pair(operands[index - 1], comparison, operands[index], wanted, at: place)
    }
    return wanted ? .all(parts) : .any(parts)
  }

  private mutating func pair(
    _ left: Operand, _ comparison: ConditionOperator, _ right: Operand, _ wanted: Bool, at place: Place
  ) -> Formula {
    switch (left, right) {
    case (.attribute(let name, let fallback), .constant(let value)):
      // An absent variable counts as 0.
      guard let bound = value.numberValue, let absent = fallback.isNull ? 0 : fallback.numberValue else {
        return refuse(place, "orders something else than a variable and a number")
      }
      findings.changed(
        place.path, "JsonLogic reads a number out of text; here \(DocumentPath.quoted(name)) must be a number")
      return completed(
        .attribute(name, comparison, [value]), of: name, absent: comparison.holds(absent, bound), wanted)
    case (.timestamp, .constant(let value)):
      guard let bound = value.numberValue else {
        return refuse(place, "orders the time and something else than a number")
      }
      return time(comparison, bound, wanted, at: place)
    case (.constant, .attribute), (.constant, .timestamp):
      return pair(right, comparison.mirrored, left, wanted, at: place)
    case (.constant(let left), .constant(let right)):
      guard let left = left.numberValue, let right = right.numberValue else {
        return refuse(place, "orders something else than numbers")
      }
      return Formula(comparison.holds(left, right) == wanted)
    default:
      return refuse(place, "compares two variables; Serin compares one with a value")
    }
  }

  /// A comparison of the time, which flagd gives in whole seconds.
  private mutating func time(
    _ comparison: ConditionOperator, _ bound: Double, _ wanted: Bool, at place: Place
  ) -> Formula {
    // From the first second that is not below the bound, or that is above it.
    let isInclusive = comparison == .less || comparison == .greaterOrEqual
    let first = isInclusive ? bound.rounded(.up) : bound.rounded(.down) + 1
    guard let instant = Timestamp(secondsSince1970: first) else {
      return refuse(place, "is not a time in seconds since 1970")
    }
    let isBefore = comparison == .less || comparison == .lessOrEqual
    return .condition(.now(isBefore == wanted ? .before : .after, instant))
  }
}

extension ConditionOperator {
  /// Whether two numbers are in this order.
  fileprivate func holds(_ left: Double, _ right: Double) -> Bool {
    switch self {
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    default: left >= right
    }
  }

  /// The order with its sides changed.
  fileprivate var mirrored: ConditionOperator {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    default: .lessOrEqual
    }
  }
}
