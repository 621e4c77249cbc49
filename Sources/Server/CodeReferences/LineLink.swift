import SerinFlags

/// What a link to a line of code is made of: an address with placeholders.
///
/// The address is the one of a web page, never of a script: it will stand in a page for administrators. What is filled in
/// comes from code and its branches, so it can neither change the host nor lead out of the folders that the template names.
struct LineLink: Sendable, Hashable {
  /// What can be filled in.
  static let placeholders = ["commit", "branch", "file", "line", "column"]
  static let maximumBytes = 500

  /// The address as it was given.
  let template: String

  /// The address of a place; nil when what is filled in would lead to another folder.
  func address(of reference: (file: String, line: Int64, column: Int64), commit: String, branch: String) -> String? {
    let values = [
      "commit": Self.escaped(commit), "branch": Self.escaped(branch), "file": Self.escaped(reference.file),
      "line": "\(reference.line)", "column": "\(reference.column)",
    ]
    let address = Self.filled(template) { values[$0] ?? "" }
    return Self.hasDotSegment(address) ? nil : address
  }

  /// A template with a text in the place of each placeholder.
  static func filled(_ template: String, with value: (String) -> String) -> String {
    var address = ""
    var rest = template[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      address += rest[..<start] + value(String(rest[rest.index(after: start)..<end]))
      rest = rest[rest.index(after: end)...]
    }
    return address + rest
  }

  /// Every byte escaped that RFC 3986 does not let stand in a path; `/` stays, so that files keep their folders.
  private static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      if isUnreserved(byte) || byte == UInt8(ascii: "/") {
        result.append(byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += Array((digits.count == 1 ? "%0" : "%").utf8) + Array(digits.utf8)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether the path has a part that is `.` or `..`, escaped or not: browsers take such parts away, and what is before
  /// them (RFC 3986, section 5.2.4; WHATWG URL, "double-dot path segment").
  static func hasDotSegment(_ address: String) -> Bool {
    let path = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    return path.split(separator: UInt8(ascii: "/")).contains { part in
      var dots = 0
      var rest = part
      while !rest.isEmpty {
        guard let dot = [".", "%2e", "%2E"].first(where: { rest.starts(with: $0.utf8) }) else { return false }
        dots += 1
        rest = rest.dropFirst(dot.utf8.count)
      }
      return dots <= 2
    }
  }

  /// RFC 3986, section 2.3.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
