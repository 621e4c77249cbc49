/// How many bytes of rows still fit into what is read at a time.
package struct ByteBudget: Sendable {
  /// How many bytes are left.
  package private(set) var left: Int
  private var isFirst = true

  /// Creates a budget of so many bytes.
  package init(_ bytes: Int) { left = bytes }

  /// Whether a row fits, which is taken from the budget then; the first one always does, so that whoever reads gets on.
  package mutating func takes(_ bytes: Int) -> Bool {
    guard isFirst || bytes <= left else { return false }
    isFirst = false
    left -= min(bytes, left)
    return true
  }
}
