extension String {
  /// The text with everything that cannot be seen written as an escape, such as `\u{1b}`.
  ///
  /// Keys, descriptions and code come from whoever may write them. Printed as they are, they could move a terminal's
  /// cursor, set its title, forge a line, or make a line read differently from what it holds.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isInvisible) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.isInvisible {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether the character could hide something from whoever reads a text: controls, separators of lines and paragraphs,
  /// what changes the direction of text or joins it, and tags.
  package var isInvisible: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF0...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }
}
