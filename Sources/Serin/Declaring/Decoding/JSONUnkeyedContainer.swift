/// The elements of an array, one after another.
struct JSONUnkeyedContainer: UnkeyedDecodingContainer {
  let elements: [JSONValue]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  init(elements: [JSONValue], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  var count: Int? { elements.count }

  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try element(Optional<JSONValue>.self).decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  /// Decodes an element of any type; being generic it also answers for each of the types that the protocol lists.
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next(type) { try $0.decode(type) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try next(JSONObject.self) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next([JSONValue].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try next(JSONValue.self) { $0 }
  }

  /// Goes on to the next element only when this one could be read, so that another type can be tried.
  private mutating func next<Value>(_ type: Any.Type, _ body: (JSONValueDecoder) throws -> Value) throws -> Value {
    let value = try body(element(type))
    currentIndex += 1
    return value
  }

  private func element(_ type: Any.Type) throws -> JSONValueDecoder {
    let path = codingPath + [JSONPathKey(index: currentIndex)]
    guard elements.indices.contains(currentIndex) else {
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(codingPath: path, debugDescription: "the array has only \(elements.count) elements"))
    }
    return JSONValueDecoder(elements[currentIndex], at: path)
  }
}
