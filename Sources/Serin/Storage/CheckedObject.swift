/// The form of a JSON file whose values are used as they are: an object that begins with the check of all the rest.
///
/// ```
/// {"check":"1c291ca3","confirmedAt":1800000000250,...}
/// ```
///
/// Storage that loses a bit leaves a text that is JSON as often as not, with another value somewhere in it. The check, the
/// one that gzip uses, finds every damage of up to 32 bits in a row.
enum CheckedObject {
  private static let start = Array(#"{"check":""#.utf8)
  private static let digits = 8

  /// The file's bytes.
  ///
  /// - Parameter object: At least one member, none of which is called `check`.
  static func bytes(of object: JSONObject) -> [UInt8] {
    // In place of its opening brace comes the check.
    let rest = Array(#"","#.utf8) + JSONValue.object(object).serialized().dropFirst()
    return start + check(of: rest[...]) + rest
  }

  /// Whether a file is as it was written, as far as it says.
  ///
  /// One that begins otherwise has no check, and nothing to say against what comes after its beginning.
  static func isWhole(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: start), bytes.count >= start.count + digits else { return true }
    let rest = start.count + digits
    return bytes[start.count..<rest].elementsEqual(check(of: bytes[rest...]))
  }

  private static func check(of bytes: ArraySlice<UInt8>) -> [UInt8] {
    let text = String(CRC32.checksum(bytes), radix: 16)
    return Array((String(repeating: "0", count: digits - text.utf8.count) + text).utf8)
  }
}
