/// The four forms of a request target (RFC 9112, 3.2), of which three can be answered.
enum TargetForm {
  /// What a target that can be answered is made of, as offsets into the same buffer as the target.
  struct Parts {
    var ranges: HTTPRequest.TargetRanges
    /// The authority of an absolute target; it must be what the Host field says.
    var authority: Range<Int>?
  }

  /// Takes a target apart; nil when it has none of the forms.
  ///
  /// - Parameters:
  ///   - target: Where the target lies.
  ///   - method: The method; only OPTIONS may ask about the server as a whole (`*`).
  ///   - head: The buffer.
  static func parse(_ target: Range<Int>, method: HTTPMethod, in head: UnsafeBufferPointer<UInt8>) -> Parts? {
    let bytes = head[target]
    guard let first = bytes.first, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
      return nil
    }
    if first == UInt8(ascii: "/") {
      return Parts(ranges: ranges(ofTarget: target, pathStart: target.lowerBound, in: head), authority: nil)
    }
    if first == UInt8(ascii: "*") {
      guard target.count == 1, method == .options else { return nil }
      return Parts(ranges: ranges(ofTarget: target, pathStart: target.lowerBound, in: head), authority: nil)
    }
    for scheme: StaticString in ["http://", "https://"] {
      let length = scheme.utf8CodeUnitCount
      guard target.count > length else { continue }
      let authorityStart = target.lowerBound + length
      guard ASCII.equal(UnsafeBufferPointer(rebasing: head[target.lowerBound..<authorityStart]), scheme) else {
        continue
      }
      let end = head[authorityStart..<target.upperBound].firstIndex {
        $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?")
      }
      let authorityEnd = end ?? target.upperBound
      // Without a path the path is "/", which is not in the buffer. The second slash of "//" is, and serves.
      if authorityEnd == target.upperBound || head[authorityEnd] == UInt8(ascii: "?") {
        let slash = authorityStart - 1..<authorityStart
        let query = authorityEnd == target.upperBound ? nil : authorityEnd + 1..<target.upperBound
        return Parts(
          ranges: .init(target: target, path: slash, query: query), authority: authorityStart..<authorityEnd)
      }
      return Parts(
        ranges: ranges(ofTarget: target, pathStart: authorityEnd, in: head), authority: authorityStart..<authorityEnd)
    }
    return nil
  }

  /// Splits a target at its first question mark.
  static func ranges<Bytes: RandomAccessCollection>(
    ofTarget target: Range<Int>, pathStart: Int, in head: Bytes
  ) -> HTTPRequest.TargetRanges where Bytes.Element == UInt8, Bytes.Index == Int {
    let tail = pathStart..<target.upperBound
    guard let mark = head[tail].firstIndex(of: UInt8(ascii: "?")) else {
      return .init(target: target, path: tail, query: nil)
    }
    return .init(target: target, path: pathStart..<mark, query: mark + 1..<target.upperBound)
  }
}
