/// A place in a text as compilers tell it.
struct SourcePlace {
  /// The line, counted from 1.
  let line: Int
  /// The byte in the line, counted from 1.
  let column: Int

  /// Finds the place of a byte.
  ///
  /// - Parameters:
  ///   - offset: Bytes from the start; beyond the end it is the end.
  ///   - bytes: The text.
  init(of offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(max(offset, 0))
    line = before.count(where: { $0 == UInt8(ascii: "\n") }) + 1
    column = before.count - ((before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1) + 1
  }
}
