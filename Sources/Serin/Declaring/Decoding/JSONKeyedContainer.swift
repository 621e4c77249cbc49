/// The members of an object, each found by the exact bytes of its name.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: JSONObject
  let codingPath: [any CodingKey]

  var allKeys: [Key] { object.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool {
    if case .some = object[key.stringValue] { true } else { false }
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try member(key).decodeNil()
  }

  /// Decodes a member of any type; being generic it also answers for each of the types that the protocol lists.
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).decode(type)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    // Absent as `null`, for a superclass whose members are all optional.
    JSONValueDecoder(object["super"] ?? .null, at: codingPath + [JSONPathKey(name: "super")])
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    JSONValueDecoder(object[key.stringValue] ?? .null, at: codingPath + [key])
  }

  private func member(_ key: Key) throws -> JSONValueDecoder {
    guard let value = object[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: codingPath, debugDescription: "`\(key.stringValue)` is missing"))
    }
    return JSONValueDecoder(value, at: codingPath + [key])
  }
}
