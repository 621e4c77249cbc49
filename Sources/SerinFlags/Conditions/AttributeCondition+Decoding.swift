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
    case .scalars: known.append("values")
    case .text, .number, .version, .scalar: known.append("value")
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
      return decoder.required("values", of: object) { decoder, value in
        guard let elements = decoder.array(value) else { return nil }
        if elements.isEmpty, decoder.mode == .write { decoder.report("must not be empty") }
        decoder.checkCount(elements.count, limit: decoder.limits.listValues, of: "values")
        let scalars = decoder.elements(of: elements) { $0.scalar($1) }
        return scalars.count == elements.count ? scalars : nil
      }
    case .scalar:
      return decoder.required("value", of: object) { decoder, value in decoder.scalar(value).map { [$0] } }
    case .number:
      return decoder.required("value", of: object) { decoder, value in decoder.number(value).map { [.number($0)] } }
    case .text:
      return decoder.required("value", of: object) { decoder, value in
        guard let text = decoder.string(value) else { return nil }
        decoder.checkSize(of: text)
        if text.isEmpty, decoder.mode == .write { decoder.report("must not be empty: it would match every string") }
        return [value]
      }
    case .version:
      return decoder.required("value", of: object) { decoder, value in
        guard let text = decoder.string(value) else { return nil }
        guard SemanticVersion(parsing: text) != nil else {
          decoder.report("\(decoder.shown(text)) is not a semantic version such as 1.2.3 or 1.2.3-beta.1")
          return nil
        }
        return [value]
      }
    }
  }
}

extension DocumentDecoder {
  /// A string, number or boolean that an attribute is compared with.
  fileprivate mutating func scalar(_ value: JSONValue) -> JSONValue? {
    switch value {
    case .string(let text):
      checkSize(of: text)
      return value
    case .number:
      return number(value).map { .number($0) }
    case .bool:
      return value
    case .null, .array, .object:
      report("\(value.typeDescription) is not a string, a number or a boolean")
      return nil
    }
  }

  fileprivate mutating func checkSize(of text: String) {
    checkCount(text.utf8.count, limit: limits.valueBytes, of: "bytes")
  }
}

extension ConditionOperator {
  init?(decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    guard let name = decoder.string(value) else { return nil }
    guard let known = ConditionOperator(rawValue: name) else {
      if Self.later.contains(where: name.hasSameBytes) {
        decoder.report("the operator \(decoder.shown(name)) is not supported by this version")
      } else {
        let all = Self.allCases.map(\.rawValue).joined(separator: " ")
        decoder.report("\(decoder.shown(name)) is not an operator; allowed are \(all)")
      }
      return nil
    }
    self = known
  }
}
