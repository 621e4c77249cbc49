import SerinFlags

/// A test of one attribute that knows only pass and fail, whatever the attribute's type.
///
/// Serin's comparisons are unknown for an attribute of another type. In the sources of this module such an attribute
/// just does not pass, and so passes the negated test. What an absent attribute means differs from source to source and
/// is left to them: neither side is true for it. Nor is one for an attribute that holds a JSON object, which no operator
/// of Serin can see.
struct AttributeTest {
  /// True exactly when the attribute is there and passes.
  let passes: Formula
  /// True exactly when the attribute is there and does not pass.
  let fails: Formula

  /// The types that comparisons tell apart.
  enum ValueType: CaseIterable {
    case string, number, boolean, array
  }

  /// A comparison and the types of attribute that it is known for.
  struct Part {
    let types: Set<ValueType>
    let condition: Condition

    init(_ types: Set<ValueType>, _ condition: Condition) {
      self.types = types
      self.condition = condition
    }
  }

  /// A test that passes when one of some comparisons is true.
  ///
  /// - Parameter parts: Comparisons of the attribute, each known for every value of its types, and no type twice.
  init(_ attribute: String, _ parts: [Part]) {
    let others = ValueType.allCases.filter { type in !parts.contains { $0.types.contains(type) } }
    passes = .any(parts.map { .condition($0.condition) })
    // A comparison of another type is unknown and adds nothing, so the right one is the only one that can be false.
    fails = .any(parts.map { .not($0.condition) } + others.map { Formula.has(attribute, $0) })
  }

  /// A test that passes when one of some comparisons is true, each known for every value of the types.
  init(_ attribute: String, types: Set<ValueType>, anyOf comparisons: [Condition]) {
    guard case .condition(let any) = Formula.any(comparisons.map(Formula.condition)) else {
      self = .never(attribute)
      return
    }
    self.init(attribute, [Part(types, any)])
  }

  init(passes: Formula, fails: Formula) {
    self.passes = passes
    self.fails = fails
  }

  /// A test that no value passes.
  static func never(_ attribute: String) -> AttributeTest {
    AttributeTest(passes: .never, fails: .attribute(attribute, .exists))
  }

  /// A test that passes when the attribute is one of some strings, numbers or booleans.
  ///
  /// Long lists are divided, since a comparison holds a thousand values.
  ///
  /// - Parameter inArrays: Whether an array passes that holds one of them.
  static func oneOf(_ attribute: String, _ values: [JSONValue], inArrays: Bool = false) -> AttributeTest {
    // A list is known only for the types that it has values of. A short one may be mixed; a long one has pieces, each of
    // which must be known, and so is made of values of one type.
    let lists =
      values.count <= shortList
      ? [values] : ValueType.allCases.map { type in values.filter { Self.type(of: $0) == type } }
    var parts = lists.compactMap { list -> Part? in
      guard case .condition(let condition) = Formula.anyValue(of: attribute, .in, list) else { return nil }
      return Part(Set(list.compactMap(Self.type)), condition)
    }
    guard !parts.isEmpty else { return never(attribute) }
    if inArrays, case .condition(let elements) = Formula.anyValue(of: attribute, .containsAny, values) {
      parts.append(Part([.array], elements))
    }
    return AttributeTest(attribute, parts)
  }

  /// A list of so many values is written as one comparison.
  private static let shortList = 1000

  /// A test that passes when the attribute, as a text, is one of some texts.
  ///
  /// - Parameters:
  ///   - texts: The texts. A number is one of them when it is written like this.
  ///   - hasBooleans: Whether true and false are the texts `true` and `false`.
  static func oneOf(_ attribute: String, texts: [String], hasBooleans: Bool = false) -> AttributeTest {
    var values: [JSONValue] = []
    for text in texts {
      values.append(.string(text))
      guard let scalar = try? JSONValue(parsing: text.utf8), scalar.text().hasSameBytes(as: text) else { continue }
      if scalar.numberValue != nil || (hasBooleans && scalar.boolValue != nil) { values.append(scalar) }
    }
    return oneOf(attribute, values)
  }

  private static func type(of value: JSONValue) -> ValueType? {
    switch value {
    case .string: .string
    case .number: .number
    case .bool: .boolean
    case .array: .array
    case .null, .object: nil
    }
  }
}
