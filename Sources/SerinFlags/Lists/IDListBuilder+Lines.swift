extension IDListBuilder {
  /// Adds ids that stand one on a line, given in pieces that may begin and end anywhere.
  ///
  /// Lines end with `\n` or `\r\n`; the last one need not. Every line is an id, exactly as it stands: an empty line is an
  /// error, and blanks belong to the id.
  ///
  /// - Throws: At the first line that is no id, with its number.
  package mutating func addLines(_ piece: UnsafeBufferPointer<UInt8>) throws(IDListError) {
    var start = 0
    var end = 0
    while end < piece.count {
      guard piece[end] == UInt8(ascii: "\n") else {
        end &+= 1
        continue
      }
      let content = UnsafeBufferPointer(rebasing: piece[start..<end])
      if unfinishedLine.isEmpty {
        try addLine(content)
      } else {
        try keep(content)
        try addUnfinishedLine()
      }
      end &+= 1
      start = end
    }
    try keep(UnsafeBufferPointer(rebasing: piece[start...]))
  }

  /// Adds ids that stand one on a line.
  package mutating func addLines(_ piece: [UInt8]) throws(IDListError) {
    var failure: IDListError?
    piece.withUnsafeBufferPointer { bytes in
      do throws(IDListError) { try addLines(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Adds what came behind the last line's end, if anything did; ``finish()`` does so too.
  package mutating func addUnfinishedLine() throws(IDListError) {
    guard !unfinishedLine.isEmpty else { return }
    let content = unfinishedLine
    unfinishedLine.removeAll(keepingCapacity: true)
    var failure: IDListError?
    content.withUnsafeBufferPointer { bytes in
      do throws(IDListError) { try addLine(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Remembers a part of a line, unless the line is too long already: it must not fill the memory.
  private mutating func keep(_ part: UnsafeBufferPointer<UInt8>) throws(IDListError) {
    guard unfinishedLine.count + part.count <= IDListLimits.idBytes + 1 else {
      throw .badID(line: line + 1, .endless)
    }
    unfinishedLine += part
  }

  /// Adds a line without its `\n`.
  private mutating func addLine(_ content: UnsafeBufferPointer<UInt8>) throws(IDListError) {
    if line == 0, content.starts(with: [0xEF, 0xBB, 0xBF]) { throw .badID(line: 1, .byteOrderMark) }
    let hasReturn = content.last == UInt8(ascii: "\r")
    try add(hasReturn ? UnsafeBufferPointer(rebasing: content.dropLast()) : content)
  }
}

extension IDProblem {
  /// What is wrong with an id's bytes; nil when nothing is.
  init?(in id: UnsafeBufferPointer<UInt8>) {
    guard 1...IDListLimits.idBytes ~= id.count else {
      self = .length(id.count)
      return
    }
    // Nearly all ids are plain ASCII: only others are decoded.
    guard !id.allSatisfy({ 0x20..<0x7F ~= $0 }) else { return nil }
    var decoder = UTF8()
    var bytes = id.makeIterator()
    while true {
      switch decoder.decode(&bytes) {
      case .emptyInput: return nil
      case .error:
        self = .encoding
        return
      case .scalarValue(let scalar):
        guard scalar.value >= 0x20, !(0x7F...0x9F ~= scalar.value) else {
          self = .controlCharacter(scalar.value)
          return
        }
      }
    }
  }
}
