/// Paths into a document, as error messages show them.
package enum DocumentPath {
  /// Names longer than this many bytes are cut, since an error message must not grow with hostile input.
  private static let longestName = 128

  /// The path of a member: `rules[1]` and `name` give `rules[1].name`.
  ///
  /// Unusual names are quoted: `flags["new checkout"]`.
  package static func member(_ path: String, _ name: String) -> String {
    let isPlain = !name.isEmpty && name.utf8.count <= longestName && name.utf8.allSatisfy(isPlainByte)
    if isPlain { return path.isEmpty ? name : "\(path).\(name)" }
    let shown =
      name.utf8.count <= longestName ? name : String(decoding: name.utf8.prefix(longestName), as: UTF8.self) + "…"
    return "\(path)[\(quoted(shown))]"
  }

  /// The path of an array's element: `rules[1]`.
  package static func element(_ path: String, _ index: Int) -> String {
    "\(path)[\(index)]"
  }

  /// Puts the path of an inner value behind the path of the value that holds it.
  static func joined(_ outer: String, _ inner: String) -> String {
    if outer.isEmpty { return inner }
    if inner.isEmpty { return outer }
    return inner.utf8.first == UInt8(ascii: "[") ? outer + inner : "\(outer).\(inner)"
  }

  /// A string as JSON writes it, for messages.
  package static func quoted(_ string: String) -> String {
    var bytes: [UInt8] = []
    JSONValue.appendString(string, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isPlainByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default:
      false
    }
  }
}
