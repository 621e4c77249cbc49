/// One line of comma-separated values (RFC 4180) that no spreadsheet takes for formulas.
///
/// Every value is quoted. One that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe before
/// it, and so does one that begins with apostrophes before such a character, so that the first apostrophe can be taken
/// off again without a doubt (OWASP, CSV Injection).
struct CSVLine {
  /// The line with its end.
  let text: String

  init(_ values: [String]) {
    text = values.map { "\"" + Self.guarded($0).replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\r\n"
  }

  private static let dangerous: Set<UInt8> = Set("=+-@\t\r".utf8)

  private static func guarded(_ value: String) -> String {
    let rest = value.utf8.drop { $0 == UInt8(ascii: "'") }
    guard let first = rest.first, dangerous.contains(first) else { return value }
    return "'" + value
  }
}
