import Testing

@testable import HTTP

@Suite struct ParserLimitTests {
  private static func head(bytes: Int) -> String {
    let frame = "GET / HTTP/1.1\r\nHost: x\r\nX: \r\n\r\n"
    return "GET / HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "y", count: bytes - frame.utf8.count))\r\n\r\n"
  }

  @Test func aHeadMayHaveItsLimitAndNoByteMore() {
    var limits = HTTPLimits()
    limits.headerBytes = 300
    for size in [299, 300] {
      let bytes = Array(Self.head(bytes: size).utf8)
      for split in [[], [1], [20], [298], Array(1..<size)] {
        #expect(parse(bytes, splitAt: split, limits: limits).map(\.summary) == ["GET / []"], "\(size) \(split)")
      }
    }
    for size in [301, 302, 5000] {
      let bytes = Array(Self.head(bytes: size).utf8)
      for split in [[], [1], [20], [300], Array(1..<size)] {
        #expect(parse(bytes, splitAt: split, limits: limits) == [.refused(.headersTooLarge)], "\(size) \(split)")
      }
    }
  }

  @Test func aHeadThatNeverEndsIsRefusedAtItsLimit() {
    var limits = HTTPLimits()
    limits.headerBytes = 300
    let bytes = Array(Self.head(bytes: 1000).utf8.prefix(301))
    #expect(parse(bytes, limits: limits) == [.refused(.headersTooLarge)])
    #expect(parse(Array(bytes.prefix(300)), limits: limits) == [.incomplete])
  }

  @Test func fieldsMayHaveTheirLimitAndNotOneMore() {
    var limits = HTTPLimits()
    limits.headerFields = 5
    func request(_ count: Int) -> String {
      "GET / HTTP/1.1\r\nHost: x\r\n" + (1..<count).map { "X\($0): \($0)\r\n" }.joined() + "\r\n"
    }
    #expect(parse(request(5), limits: limits).map(\.summary) == ["GET / []"])
    #expect(parse(request(6), limits: limits) == [.refused(.tooManyHeaders)])
  }

  @Test func aTargetMayHaveItsLimitAndNoByteMore() {
    var limits = HTTPLimits()
    limits.targetBytes = 100
    func request(_ count: Int) -> String {
      "GET /\(String(repeating: "a", count: count - 1)) HTTP/1.1\r\nHost: x\r\n\r\n"
    }
    #expect(parse(request(100), limits: limits).count { $0.summary.hasPrefix("GET /aa") } == 1)
    #expect(parse(request(101), limits: limits) == [.refused(.uriTooLong)])
    // A line that never ends is refused as soon as it cannot be short enough any more.
    let endless = Array(request(10_000).utf8.prefix(150))
    #expect(parse(endless, splitAt: Array(1..<150), limits: limits) == [.refused(.uriTooLong)])
    #expect(parse(String(repeating: "A", count: 200), limits: limits) == [.refused(.malformedRequest)])
  }

  @Test func aBodyMayHaveItsLimitAndNoByteMore() {
    var limits = HTTPLimits()
    limits.bodyBytes = 10
    func plain(_ count: Int) -> String {
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n" + String(repeating: "b", count: count)
    }
    func chunked(_ sizes: [Int]) -> String {
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        + sizes.map { "\(String($0, radix: 16))\r\n\(String(repeating: "b", count: $0))\r\n" }.joined() + "0\r\n\r\n"
    }
    #expect(parse(plain(10), limits: limits).map(\.summary) == ["POST / [bbbbbbbbbb]"])
    #expect(parse(plain(11), limits: limits) == [.refused(.bodyTooLarge)])
    #expect(parse(chunked([5, 5]), limits: limits).map(\.summary) == ["POST / [bbbbbbbbbb]"])
    #expect(parse(chunked([5, 6]), limits: limits) == [.refused(.bodyTooLarge)])
  }

  @Test func chunksOfOneByteAreFine() {
    let count = 20_000
    let text =
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
      + String(repeating: "1\r\nb\r\n", count: count) + "0\r\n\r\n"
    guard case .request(_, _, _, let body, _) = parse(text).first else {
      Issue.record("the request was refused")
      return
    }
    #expect(body.utf8.count == count)
  }

  @Test(arguments: ["5;" + String(repeating: "x", count: 40_000), "0\r\nX: " + String(repeating: "x", count: 40_000)])
  func chunkFramingForItsOwnSakeIsRefused(_ framing: String) {
    let text = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(framing)"
    #expect(parse(text) == [.refused(.bodyTooLarge)])
  }

  @Test func refusalsNameTheLimit() {
    var limits = HTTPLimits()
    limits.headerBytes = 1234
    limits.headerFields = 56
    limits.targetBytes = 789
    #expect(HTTPRefusal.headTooLarge(limits).detail.contains("1234"))
    #expect(HTTPRefusal.tooManyFields(limits).detail.contains("56"))
    #expect(HTTPRefusal.targetTooLong(limits).detail.contains("789"))
    #expect(HTTPRefusal.bodyTooLarge(limit: 4321).detail.contains("4321"))
  }
}
