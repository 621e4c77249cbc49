extension JSONParser {
  /// Reads an object; the position is on its opening brace.
  ///
  /// - Parameters:
  ///   - depth: How many arrays and objects stand inside one another here, this one included.
  ///   - expected: How many members to make room for.
  mutating func parseObject(depth: Int, expecting expected: Int = 4) throws(JSONError) -> JSONObject {
    try checkDepth(depth)
    position &+= 1
    var object = JSONObject()
    var seen: UInt64 = 0
    skipWhitespace()
    if take(UInt8(ascii: "}")) { return object }
    object.reserveCapacity(expected)
    while true {
      let start = position
      guard take(UInt8(ascii: "\"")) else { throw error("expected a member's name in quotes, found \(found())") }
      let key = try parseName()
      skipWhitespace()
      guard take(UInt8(ascii: ":")) else { throw error("expected `:` after a member's name, found \(found())") }
      skipWhitespace()
      let value: JSONValue
      do {
        value = try parseValue(depth: depth)
      } catch {
        throw error.within(DocumentPath.member("", key.string))
      }
      // One bit for each name: a name whose bit is not set is new, so the earlier ones need not be looked through.
      let bit = key.filterBit
      if seen & bit != 0, let earlier = object.position(of: key) {
        if options.refusesDuplicates {
          throw JSONError(offset: start, path: DocumentPath.member("", key.string), message: "is there twice")
        }
        object.members[earlier].value = value
      } else {
        object.appendNew(JSONObject.Member(key: key, value: value))
      }
      seen |= bit
      skipWhitespace()
      if take(UInt8(ascii: ",")) {
        skipWhitespace()
      } else if take(UInt8(ascii: "}")) {
        return object
      } else {
        throw error("expected `,` or `}`, found \(found())")
      }
    }
  }
}

extension PackedName {
  /// One of 64 bits; equal names have the same one.
  @inline(__always)
  fileprivate var filterBit: UInt64 {
    // Multiplying by odd constants carries every byte into the highest bits, which choose.
    let mixed = (head &* 0x9E37_79B9_7F4A_7C15 ^ tail) &* 0xBF58_476D_1CE4_E5B9
    return 1 &<< (mixed &>> 58)
  }
}
