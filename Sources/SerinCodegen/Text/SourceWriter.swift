/// Collects lines of Swift source, indented by two spaces a level.
struct SourceWriter {
  /// The lines so far, each with a line feed.
  private(set) var text = ""
  private var level = 0
  /// Whether a blank line comes before the next one.
  private var isSeparated = false

  /// Writes a line.
  mutating func line(_ line: String) {
    if isSeparated { text += "\n" }
    isSeparated = false
    text += String(repeating: "  ", count: level) + line + "\n"
  }

  /// Writes lines.
  mutating func lines(_ lines: [String]) {
    for each in lines { line(each) }
  }

  /// Puts one blank line before what is written next, if anything is before the end of the block.
  mutating func separate() { isSeparated = true }

  /// Writes a block: its first line, what `body` writes one level deeper, and its last line.
  mutating func block(_ start: String, end: String = "}", _ body: (inout SourceWriter) -> Void) {
    line(start)
    level += 1
    body(&self)
    level -= 1
    isSeparated = false
    line(end)
  }
}
