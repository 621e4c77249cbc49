import Testing

@testable import HTTP

@Suite struct RequestParserTests {
  private static let conversation = """
    POST /first?a=1&b=%20 HTTP/1.1\r
    Host: example.com:8080\r
    X-Empty:\r
    X-Spaces: \t two words \t \r
    Content-Length: 5\r
    \r
    hello\r
    GET /second HTTP/1.1\r
    host: [::1]:80\r
    \r
    BREW /third HTTP/1.1\r
    Host: x\r
    Transfer-Encoding: chunked\r
    \r
    3\r
    abc\r
    A;name=value\r
    0123456789\r
    0\r
    Trailer: ignored\r
    \r
    PUT http://example.com/fourth HTTP/1.0\r
    Host: EXAMPLE.com\r
    Connection: keep-alive\r
    Content-Length: 1\r
    \r
    !
    """

  private static let requests: [Parsed] = [
    .request(
      method: .post, target: "/first?a=1&b=%20",
      headers: ["Host=example.com:8080", "X-Empty=", "X-Spaces=two words", "Content-Length=5"], body: "hello",
      isKeepAlive: true),
    .request(method: .get, target: "/second", headers: ["host=[::1]:80"], body: "", isKeepAlive: true),
    .request(
      method: .other("BREW"), target: "/third", headers: ["Host=x", "Transfer-Encoding=chunked"],
      body: "abc0123456789", isKeepAlive: true),
    .request(
      method: .put, target: "http://example.com/fourth",
      headers: ["Host=EXAMPLE.com", "Connection=keep-alive", "Content-Length=1"], body: "!", isKeepAlive: true),
  ]

  @Test func aConversationIsReadWhole() {
    #expect(parse(Self.conversation) == Self.requests)
  }

  @Test func whereTheBytesAreSplitMakesNoDifference() {
    let bytes = Array(Self.conversation.utf8)
    for split in 1..<bytes.count {
      #expect(parse(bytes, splitAt: [split]) == Self.requests, "split at \(split)")
    }
    #expect(parse(bytes, splitAt: Array(1..<bytes.count)) == Self.requests, "every byte by itself")
  }

  @Test func randomSplitsMakeNoDifference() {
    var generator = SplitMix64(seed: 7)
    let bytes = Array(Self.conversation.utf8)
    for _ in 0..<500 {
      let splits = (0..<Int.random(in: 2...12, using: &generator)).map { _ in
        Int.random(in: 1..<bytes.count, using: &generator)
      }
      #expect(parse(bytes, splitAt: splits) == Self.requests, "splits \(splits)")
    }
  }

  @Test func noBytesMakeTheParserTrap() {
    var generator = SplitMix64(seed: 11)
    let original = Array(Self.conversation.utf8)
    for _ in 0..<3000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
        }
      }
      let split = Int.random(in: 1..<bytes.count, using: &generator)
      #expect(parse(bytes) == parse(bytes, splitAt: [split]), "split at \(split) of \(bytes)")
    }
  }

  @Test func aParserIsUsedAgainAfterARefusal() {
    let parser = RequestParser(limits: HTTPLimits(), bodyLimit: nil)
    let wrong = Array("GET / HTTP/1.1\r\nBad Name: x\r\n\r\n".utf8)
    let right = Array("GET /fine HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
    for _ in 0..<3 {
      parser.reset()
      var position = 0
      guard case .refused = wrong.withUnsafeBufferPointer({ parser.consume($0, from: &position) }) else {
        Issue.record("the space in the name was accepted")
        return
      }
      parser.reset()
      position = 0
      guard case .request(let request) = right.withUnsafeBufferPointer({ parser.consume($0, from: &position) }) else {
        Issue.record("the second request was not read")
        return
      }
      #expect(request.path == "/fine")
    }
  }

  @Test func theBodyLimitIsAskedOnlyForRequestsWithABody() {
    let asked = Log()
    let limit: HTTPBodyLimit = { method, path, _ in
      asked.add("\(method) \(path)")
      return 3
    }
    let text = "GET /a HTTP/1.1\r\nHost: x\r\n\r\nPOST /b?c HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
    #expect(parse(Array(text.utf8), bodyLimit: limit).map(\.summary) == ["GET /a []", "POST /b?c [abc]"])
    #expect(asked.all == ["POST /b"])
    let large = Array("POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n".utf8)
    #expect(parse(large, bodyLimit: limit) == [.refused(.bodyTooLarge)])
    let none: HTTPBodyLimit = { _, _, _ in -1 }
    #expect(parse(large, bodyLimit: none) == [.refused(.bodyTooLarge)])
  }
}
