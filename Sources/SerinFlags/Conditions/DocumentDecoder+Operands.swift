// What attributes are compared with. Each of these gives the value as it is kept, or reports it and gives nil.
extension DocumentDecoder {
  /// The wanted values of an operator that has several.
  mutating func values(
    _ value: JSONValue, _ read: (inout DocumentDecoder, JSONValue) -> JSONValue?
  ) -> [JSONValue]? {
    guard let elements = array(value) else { return nil }
    if elements.isEmpty, mode == .write { report("must not be empty") }
    checkCount(elements.count, limit: limits.listValues, of: "values")
    let values = self.elements(of: elements, read)
    return values.count == elements.count ? values : nil
  }

  /// A string, number or boolean that an attribute is compared with.
  mutating func scalar(_ value: JSONValue) -> JSONValue? {
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

  /// A text that is looked for in another one.
  mutating func needle(_ value: JSONValue) -> JSONValue? {
    guard let text = string(value) else { return nil }
    checkSize(of: text)
    if text.isEmpty, mode == .write { report("must not be empty: it would match every string") }
    return value
  }

  mutating func pattern(_ value: JSONValue) -> JSONValue? {
    guard let text = string(value) else { return nil }
    // Patterns beyond the limit are not even compiled: that is what the limit is for.
    guard patternStates <= limits.patternStates else { return nil }
    do throws(PatternError) {
      patternStates += try Pattern(parsing: text).stateCount
      if patternStates > limits.patternStates {
        report("the patterns up to here have \(patternStates) states; at most \(limits.patternStates) are allowed")
      }
    } catch {
      report("\(shown(text)) is not a pattern: \(error)")
      return nil
    }
    return value
  }

  mutating func version(_ value: JSONValue) -> JSONValue? {
    guard let text = string(value) else { return nil }
    guard SemanticVersion(parsing: text) != nil else {
      report("\(shown(text)) is not a semantic version such as 1.2.3 or 1.2.3-beta.1")
      return nil
    }
    return value
  }

  /// An instant: RFC 3339, or seconds since 1970 as a number.
  mutating func instant(_ value: JSONValue) -> Timestamp? {
    if let instant = Timestamp(value) { return instant }
    switch value {
    case .string(let text):
      report("\(shown(text)) is not an instant; write it with its offset, as 2027-01-15T09:00:00Z")
    case .number:
      report("\(shown(value)) is not a number of seconds since 1970 within the years 0000 to 9999")
    default:
      report("\(value.typeDescription) is neither an instant in text nor seconds since 1970")
    }
    return nil
  }

  mutating func addressRange(_ value: JSONValue) -> JSONValue? {
    guard let text = string(value) else { return nil }
    guard AddressRange(parsing: text) != nil else {
      report("\(shown(text)) is not a range of addresses such as 10.0.0.0/8 or 2001:db8::/32")
      return nil
    }
    return value
  }

  /// The divisor or the remainder of `modulo`: a whole number that doubles hold exactly.
  mutating func wholeNumber(_ value: JSONValue, isDivisor: Bool) -> JSONValue? {
    guard let number = number(value) else { return nil }
    guard let integer = number.exactInteger, integer >= (isDivisor ? 1 : 0) else {
      report("\(shown(value)) is not a whole number from \(isDivisor ? 1 : 0) to 9007199254740992")
      return nil
    }
    return value
  }

  private mutating func checkSize(of text: String) {
    checkCount(text.utf8.count, limit: limits.valueBytes, of: "bytes")
  }
}

extension Timestamp {
  /// The instant that a value means, or nil when it means none.
  init?(_ value: JSONValue) {
    switch value {
    case .string(let text): self.init(parsing: text)
    case .number(let seconds): self.init(secondsSince1970: seconds)
    case .null, .bool, .array, .object: return nil
    }
  }
}
