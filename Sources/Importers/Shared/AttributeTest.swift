import SerinFlags

/// A test of one attribute that knows only pass and fail, whatever the attribute's type.
///
/// Serin's comparisons are unknown for an attribute of another type. In the sources of this module such an attribute
/// just does not pass, and so passes the negated test. What an absent attribute means differs from source to source and
/// is left to them: neither side is true for it. Nor is one for an attribute that holds a JSON object, which no operator
/// of Serin can see.
struct AttributeTest {
  let attribute: String
  /// True exactly when the attribute is there and passes.
  var passes: Formula
  /// True exactly when the attribute is there and does not pass.
  var fails: Formula

  /// The types that comparisons tell apart.
  enum ValueType: CaseIterable {
    case string, number, boolean, array
  }

  /// A test that passes when one of some comparisons is true.
  ///
  /// - Parameters:
  ///   - comparisons: Comparisons of the attribute, each of which is known for every value of the types.
  ///   - types: The types of attribute that the comparisons are known for.
  init(_ attribute: String, types: Set<ValueType>, anyOf comparisons: [Condition]) {
    self.attribute = attribute
    let others = ValueType.allCases.filter { !types.contains($0) }.map { Formula.has(attribute, $0) }
    let known = ValueType.allCases.filter(types.contains).map { Formula.has(attribute, $0) }
    switch comparisons.count {
    case 0:
      passes = .never
      fails = .any(known + others)
    case 1:
      passes = .condition(comparisons[0])
      fails = .any([.not(comparisons[0])] + others)
    default:
      passes = .condition(.any(comparisons))
      fails = .any([.not(.any(comparisons))] + others)
    }
  }

  /// A test that no value passes.
  static func never(_ attribute: String) -> AttributeTest {
    var test = AttributeTest(attribute, types: [], anyOf: [])
    test.fails = .attribute(attribute, .exists)
    return test
  }

  /// A test that passes when the attribute is one of some strings, numbers or booleans.
  ///
  /// Long lists are divided, since a comparison holds a thousand values.
  static func oneOf(_ attribute: String, _ values: [JSONValue]) -> AttributeTest {
    guard !values.isEmpty else { return never(attribute) }
    let types = Set(values.compactMap(Self.type))
    // A list is known only for the types that it has values of. A short one may be mixed; the pieces of a long one have
    // values of one type each, so that all of them are known for it.
    let lists =
      values.count <= shortList ? [values] : ValueType.allCases.map { type in values.filter { Self.type(of: $0) == type } }
    let any = Formula.any(lists.filter { !$0.isEmpty }.map { .anyValue(of: attribute, .in, $0) })
    guard case .condition(let condition) = any else { return never(attribute) }
    return AttributeTest(attribute, types: types, anyOf: [condition])
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
