/// A comparison of one attribute of the context.
///
/// Strings are compared as their exact UTF-8 bytes. With ``ignoringCase`` both sides are first converted to lower case
/// by Unicode's locale-independent mapping (Swift's `lowercased()`), and then compared as bytes: `STRASSE` equals
/// `strasse` but not `straße`, and composed and decomposed accents stay different.
///
/// `equals` and `in` compare values of one JSON type. An attribute of a type that none of the wanted values has makes
/// the comparison unknown: the number 1 is neither equal nor unequal to the string `"1"`. `containsAny` and `containsAll`
/// look for such values in an array; elements of other types are just not found.
public struct AttributeCondition: DocumentPart {
  /// The attribute's name; `userID` and `deviceID` mean the context's ids.
  public var attribute: String
  /// How it is compared.
  public var `operator`: ConditionOperator
  /// What it is compared with: one value; several for `in`, `containsAny`, `containsAll` and `cidr`; none for `exists` and
  /// `absent`; the divisor and the remainder for `modulo`.
  public var values: [JSONValue]
  /// Whether upper and lower case are the same.
  public var ignoringCase: Bool

  /// Creates a comparison.
  public init(
    _ attribute: String, _ operator: ConditionOperator, _ values: [JSONValue] = [], ignoringCase: Bool = false
  ) {
    self.attribute = attribute
    self.operator = `operator`
    self.values = values
    self.ignoringCase = ignoringCase
  }

  /// The comparison as documents write it.
  public var json: JSONValue {
    var object: JSONObject = ["attribute": .string(attribute), "op": .string(self.operator.rawValue)]
    switch self.operator.operand {
    case .none: break
    case .scalars, .ranges: object["values"] = .array(values)
    case .division:
      object["divisor"] = values.first ?? .null
      object["remainder"] = values.last ?? .null
    case .text, .pattern, .number, .version, .instant, .scalar: object["value"] = values.first ?? .null
    }
    if ignoringCase { object["ignoringCase"] = true }
    return .object(object)
  }
}
