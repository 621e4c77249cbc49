internal import SerinFlags

/// Texts of a document as comments in Swift source.
enum SourceComment {
  /// The lines of a documentation comment, one for each line of the text; without blank lines at its ends.
  static func documentation(_ text: String) -> [String] {
    var lines = lines(of: text)[...]
    while lines.first?.isEmpty == true { lines.removeFirst() }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { $0.isEmpty ? "///" : "/// " + $0 }
  }

  /// A text on one line.
  static func line(_ text: String) -> String {
    lines(of: text).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// A key between backticks.
  static func code(_ key: String) -> String { "`\(line(key))`" }

  /// The lines of a text without what cannot be seen and without spaces at their ends.
  private static func lines(of text: String) -> [String] {
    let scalars = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
    return scalars.map { line in
      var visible = String.UnicodeScalarView()
      for scalar in line {
        if scalar == "\t" {
          visible.append(" ")
        } else if !InvisibleScalars.contains(scalar) {
          visible.append(scalar)
        }
      }
      while visible.last == " " { visible.removeLast() }
      return String(visible)
    }
  }
}
