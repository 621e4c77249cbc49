/// The overrides as they are kept on the device.
enum OverrideFile {
  /// The version of the file's form; a file of any other version is not used.
  static let formatVersion = 1

  /// The file's bytes; the same overrides are the same bytes.
  static func bytes(of overrides: [ExactString: FlagOverride]) -> [UInt8] {
    let elements = overrides.sorted { $0.key < $1.key }.map { key, override -> JSONValue in
      var object: JSONObject = [
        "key": .string(key.string), "isEnabled": .bool(override.isEnabled), "properties": .object(override.properties),
      ]
      if let variation = override.variation { object["variation"] = .string(variation) }
      return .object(object)
    }
    return CheckedObject.bytes(of: ["format": .number(Double(formatVersion)), "overrides": .array(elements)])
  }

  /// Reads a file.
  ///
  /// - Throws: ``UnusableAnswer`` when the file is damaged or of another version.
  static func overrides(parsing bytes: [UInt8]) throws(UnusableAnswer) -> [ExactString: FlagOverride] {
    let members = try AnswerMembers(parsing: bytes, formatVersion: formatVersion)
    var overrides: [ExactString: FlagOverride] = [:]
    for (index, element) in try members.required(members.array("overrides"), "overrides").enumerated() {
      guard case .object(let object) = element else {
        throw UnusableAnswer("overrides[\(index)] is \(element.typeDescription), not an object")
      }
      let members = AnswerMembers(object: object, path: "overrides[\(index)].")
      overrides[ExactString(try members.required(members.string("key"), "key"))] = FlagOverride(
        isEnabled: try members.required(members.bool("isEnabled"), "isEnabled"),
        variation: try members.string("variation"), properties: try members.object("properties") ?? [:])
    }
    return overrides
  }
}
