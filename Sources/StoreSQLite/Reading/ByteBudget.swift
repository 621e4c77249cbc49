/// How many bytes of rows still fit into what is read at a time.
struct ByteBudget {
  private var left: Int
  private var isFirst = true

  init(_ bytes: Int) { left = bytes }

  /// Whether a row fits; the first one always does, so that whoever reads gets on.
  mutating func takes(_ bytes: Int) -> Bool {
    defer { isFirst = false }
    guard isFirst || bytes <= left else { return false }
    left -= min(bytes, left)
    return true
  }
}
