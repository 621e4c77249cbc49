/// The members of one object of an answer, read by type.
///
/// An absent or null member is nil; one of another type makes the answer unusable, with its path in the message.
struct AnswerMembers {
  let object: JSONObject
  /// What the names in messages begin with, for example `flags[3].`.
  let path: String

  func string(_ name: String) throws(UnusableAnswer) -> String? {
    try member(name, "a string") { $0.stringValue }
  }

  func bool(_ name: String) throws(UnusableAnswer) -> Bool? {
    try member(name, "a boolean") { $0.boolValue }
  }

  func array(_ name: String) throws(UnusableAnswer) -> [JSONValue]? {
    try member(name, "an array") { $0.arrayValue }
  }

  func object(_ name: String) throws(UnusableAnswer) -> JSONObject? {
    try member(name, "an object") { $0.objectValue }
  }

  func number(_ name: String) throws(UnusableAnswer) -> Double? {
    try member(name, "a number") { $0.numberValue }
  }

  func integer(_ name: String) throws(UnusableAnswer) -> Int64? {
    try member(name, "an integer") { $0.numberValue.flatMap(Int64.init(exactly:)) }
  }

  func required<Value>(_ value: Value?, _ name: String) throws(UnusableAnswer) -> Value {
    guard let value else { throw UnusableAnswer("\(path)\(name) is missing") }
    return value
  }

  private func member<Value>(
    _ name: String, _ wanted: String, _ read: (JSONValue) -> Value?
  ) throws(UnusableAnswer) -> Value? {
    guard let json = object[name], !json.isNull else { return nil }
    guard let value = read(json) else {
      throw UnusableAnswer("\(path)\(name) is \(json.typeDescription), not \(wanted)")
    }
    return value
  }
}

extension AnswerMembers {
  /// The members of a file of the SDK's own, which says the version of its form.
  ///
  /// - Throws: ``UnusableAnswer`` when the file is damaged or of another version.
  init(parsing bytes: [UInt8], formatVersion: Int) throws(UnusableAnswer) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: bytes)
    } catch {
      throw UnusableAnswer("it is not JSON: \(error.message)")
    }
    guard case .object(let object) = json else { throw UnusableAnswer("it is not an object") }
    self.init(object: object, path: "")
    let version = try required(integer("format"), "format")
    guard version == Int64(formatVersion) else { throw UnusableAnswer("it has the unknown format \(version)") }
    guard CheckedObject.isWhole(bytes) else { throw UnusableAnswer("it is not as it was written") }
  }
}

/// Why bytes are not an answer, or not a stored one.
struct UnusableAnswer: Error, Sendable, Hashable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
