/// A pattern that is a plain text, perhaps at the start or the end only: it needs no automaton.
struct PatternLiteral: Sendable {
  private var text: [UInt8] = []
  private var isAtStart = false
  private var isAtEnd = false

  /// The plain text that a pattern is, or nil when it is more than that.
  init?(_ node: PatternNode) {
    var parts: [PatternNode] = []
    guard Self.flatten(node, into: &parts) else { return nil }
    for part in parts {
      switch part {
      case .scalar(let set):
        guard !isAtEnd, let only = set.only, let scalar = Unicode.Scalar(only) else { return nil }
        text += Array(String(scalar).utf8)
      case .assertion(.beginText) where text.isEmpty && !isAtEnd: isAtStart = true
      case .assertion(.endText): isAtEnd = true
      default: return nil
      }
    }
  }

  private static func flatten(_ node: PatternNode, into parts: inout [PatternNode]) -> Bool {
    switch node {
    case .empty: break
    case .scalar, .assertion: parts.append(node)
    case .sequence(let inner): return inner.allSatisfy { flatten($0, into: &parts) }
    case .choice, .repetition: return false
    }
    return true
  }

  func matches<Counter: StepCounting>(_ bytes: UnsafeBufferPointer<UInt8>, counting counter: inout Counter) -> Bool {
    text.withUnsafeBufferPointer { text in
      let last = bytes.count &- text.count
      guard last >= 0, !isAtStart || !isAtEnd || last == 0 else { return false }
      if isAtStart { return isText(text, bytes, at: 0, &counter) }
      if isAtEnd { return isText(text, bytes, at: last, &counter) }
      guard let first = text.first else { return true }
      var offset = 0
      while offset <= last {
        counter.count(1)
        if bytes[offset] == first, isText(text, bytes, at: offset, &counter) { return true }
        offset &+= 1
      }
      return false
    }
  }

  @inline(__always)
  private func isText<Counter: StepCounting>(
    _ text: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, _ counter: inout Counter
  ) -> Bool {
    counter.count(text.count / 8 + 1)
    return bytesAreEqual(UnsafeBufferPointer(rebasing: bytes[offset..<(offset &+ text.count)]), text)
  }
}
