extension String {
  /// The text with everything that cannot be seen written as an escape, such as `\u{1b}`.
  ///
  /// Keys, descriptions and code come from whoever may write them. Printed as they are, they could move a terminal's
  /// cursor, set its title, forge a line, or make a line read differently from what it holds.
  package var printable: String {
    guard unicodeScalars.contains(where: InvisibleScalars.contains) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      if InvisibleScalars.contains(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
