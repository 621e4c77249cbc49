import SerinFlags

/// What a link to a line of code is made of: an address with placeholders.
///
/// The address is the one of a web page, never of a script: it will stand in a page for administrators.
struct LineLink: Sendable, Hashable {
  /// What can be filled in.
  static let placeholders = ["commit", "branch", "file", "line", "column"]
  static let maximumBytes = 500

  /// The address as it was given.
  let template: String

  /// What is wrong with a template; nil when it is good.
  static func fault(in template: String) -> String? {
    guard template.hasPrefix("https://") || template.hasPrefix("http://") else {
      return "must begin with https:// or http://"
    }
    guard template.utf8.count <= maximumBytes, template.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return "must be at most \(maximumBytes) bytes of ASCII without blanks"
    }
    let parts = template.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
    guard parts.allSatisfy({ $0.contains("}") }) else { return "must close every brace" }
    let found = parts.map { part in String(part.prefix { $0 != "}" }) }
    if let unknown = found.first(where: { !placeholders.contains($0) }) {
      return "\"{\(unknown)}\" is not one of: \(placeholders.map { "{\($0)}" }.joined(separator: ", "))"
    }
    return found.contains("file") ? nil : "must contain {file}"
  }

  /// The address of a place.
  func address(of reference: (file: String, line: Int64, column: Int64), commit: String, branch: String) -> String {
    let values = [
      "commit": Self.escaped(commit), "branch": Self.escaped(branch), "file": Self.escaped(reference.file),
      "line": "\(reference.line)", "column": "\(reference.column)",
    ]
    var address = ""
    var rest = template[...]
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      address += rest[..<start] + (values[String(rest[rest.index(after: start)..<end])] ?? "")
      rest = rest[rest.index(after: end)...]
    }
    return address + rest
  }

  /// Every byte escaped that RFC 3986 does not let stand in a path; `/` stays, so that files keep their folders.
  private static func escaped(_ text: String) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.append(byte)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += Array((digits.count == 1 ? "%0" : "%").utf8) + Array(digits.utf8)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
