/// Makes text from elsewhere safe to print.
enum Printable {
  /// The text with every control character written as an escape.
  ///
  /// A flag's description comes from whoever may edit flags. Printed as it is, it could move the cursor, rewrite
  /// lines above it or set the terminal's title.
  static func text(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// C0, DEL, C1, and the marks that reorder text: with them a line can read differently from what it holds.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
