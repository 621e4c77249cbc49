/// Decodes Swift types from a JSON value that is in memory already.
///
/// Members are found by the exact bytes of their names. An integer is a number without a fraction within ±2^53 that fits
/// the type; booleans, numbers and texts are never taken for one another. ``JSONScalar`` says how dates and the like are
/// written.
struct JSONValueDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ value: JSONValue, at codingPath: [any CodingKey] = []) {
    self.value = value
    self.codingPath = codingPath
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = value else { throw mismatch(JSONObject.self, "an object") }
    return KeyedDecodingContainer(JSONKeyedContainer(object: object, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([JSONValue].self, "an array") }
    return JSONUnkeyedContainer(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.isNull }

  /// Decodes a value of any type; being generic it also answers for each of the types that the protocol lists.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // A scalar asks its container for itself, so it must not be asked in turn.
    if let scalar = type as? any JSONScalar.Type {
      return try read(scalar.init(scalar: value) as? Value)
    }
    if let integer = type as? any FixedWidthInteger.Type {
      return try read(value.exactInteger(integer) as? Value)
    }
    return try Value(from: self)
  }

  private func read<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw mismatch(Value.self, "\(Value.self)") }
    return value
  }

  private func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "expected \(expected), found \(value.found)")
    return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension JSONValue {
  /// What the value is, for a message that says what was found; it shows numbers and booleans but no texts.
  var found: String {
    switch self {
    case .number(let number): "the number \(number)"
    case .bool(let bool): "the boolean \(bool)"
    default: typeDescription
    }
  }
}
