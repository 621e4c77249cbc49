extension AttributeCondition {
  init?(decoding object: JSONObject, with decoder: inout DocumentDecoder) {
    decoder.conditionCount += 1
    let attribute = decoder.required("attribute", of: object) { $0.name($1) }
    let decodedOperator = decoder.required("op", of: object) { ConditionOperator(decoding: $1, with: &$0) }
    // Without the operator nothing can be said about the other members.
    guard let decodedOperator else { return nil }
    var known = ["attribute", "op"]
    switch decodedOperator.operand {
    case .none: break
    case .scalars, .ranges: known.append("values")
    case .division: known += ["divisor", "remainder"]
    case .text, .pattern, .number, .version, .instant, .scalar: known.append("value")
    }
    if decodedOperator.allowsIgnoringCase { known.append("ignoringCase") }
    decoder.checkMembers(of: object, known: known)
    let ignoringCase =
      decodedOperator.allowsIgnoringCase ? decoder.optional("ignoringCase", of: object) { $0.bool($1) } : nil
    guard let values = Self.values(of: decodedOperator, in: object, with: &decoder), let attribute else { return nil }
    self.init(attribute, decodedOperator, values, ignoringCase: ignoringCase ?? false)
  }

  /// Reads what the attribute is compared with; nil when it is not what the operator needs.
  private static func values(
    of decodedOperator: ConditionOperator, in object: JSONObject, with decoder: inout DocumentDecoder
  ) -> [JSONValue]? {
    switch decodedOperator.operand {
    case .none:
      return []
    case .scalars:
      return decoder.required("values", of: object) { $0.values($1) { $0.scalar($1) } }
    case .ranges:
      return decoder.required("values", of: object) { $0.values($1) { $0.addressRange($1) } }
    case .scalar:
      return one("value", of: object, with: &decoder) { $0.scalar($1) }
    case .number:
      return one("value", of: object, with: &decoder) { decoder, value in decoder.number(value).map { .number($0) } }
    case .text:
      return one("value", of: object, with: &decoder) { $0.needle($1) }
    case .pattern:
      return one("value", of: object, with: &decoder) { $0.pattern($1) }
    case .version:
      return one("value", of: object, with: &decoder) { $0.version($1) }
    case .instant:
      return one("value", of: object, with: &decoder) { decoder, value in decoder.instant(value) == nil ? nil : value }
    case .division:
      guard let divisor = one("divisor", of: object, with: &decoder, { $0.wholeNumber($1, isDivisor: true) }),
        let remainder = one("remainder", of: object, with: &decoder, { $0.wholeNumber($1, isDivisor: false) })
      else { return nil }
      if let divisor = divisor.first?.numberValue, let rest = remainder.first?.numberValue, rest >= divisor {
        decoder.member("remainder", of: object) { decoder, _ in
          decoder.report(
            "must be less than the divisor \(JSONValue.number(divisor).text()), not \(JSONValue.number(rest).text())")
        }
      }
      return divisor + remainder
    }
  }

  private static func one(
    _ name: String, of object: JSONObject, with decoder: inout DocumentDecoder,
    _ read: (inout DocumentDecoder, JSONValue) -> JSONValue?
  ) -> [JSONValue]? {
    decoder.required(name, of: object) { decoder, value in read(&decoder, value).map { [$0] } }
  }
}

extension ConditionOperator {
  init?(decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    guard let name = decoder.string(value) else { return nil }
    guard let known = ConditionOperator(rawValue: name) else {
      let all = Self.allCases.map(\.rawValue).joined(separator: " ")
      decoder.report("\(decoder.shown(name)) is not an operator; allowed are \(all)")
      return nil
    }
    self = known
  }
}
