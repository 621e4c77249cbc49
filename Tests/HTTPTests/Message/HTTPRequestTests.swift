import Testing

@testable import HTTP

@Suite struct HTTPRequestTests {
  @Test(
    arguments: [
      ("/", "/", nil), ("/a/b", "/a/b", nil), ("/a?", "/a", ""), ("/a?b=c", "/a", "b=c"), ("/a?b?c", "/a", "b?c"),
      ("/%2e%2E/?%3f", "/%2e%2E/", "%3f"), ("", "", nil), ("*", "*", nil),
    ] as [(String, String, String?)])
  func aTargetIsSplitAtItsFirstQuestionMark(_ target: String, _ path: String, _ query: String?) {
    let request = HTTPRequest(target: target)
    #expect(request.target == target)
    #expect(request.path == path)
    #expect(request.query == query)
    #expect(Array(request.pathBytes) == Array(path.utf8))
  }

  @Test(
    arguments: [
      ("http://x/a?b", "/a", "b"), ("http://x", "/", nil), ("http://x?b", "/", "b"), ("HTTPS://x:1/", "/", nil),
      ("http://x/a/http://y", "/a/http://y", nil),
    ] as [(String, String, String?)])
  func anAbsoluteTargetHasAPathToo(_ target: String, _ path: String, _ query: String?) async throws {
    let seen = Log()
    let handler: HTTPHandler = { request in
      seen.add("\(request.path) \(request.query ?? "none")")
      return await echo(request)
    }
    try await withServer(handler: handler) { _, address in
      let client = try RawClient(address)
      let host = target.contains(":1/") ? "X:1" : "X"
      try await client.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      #expect(try await client.reply().text == "GET \(target) []")
      #expect(seen.all == ["\(path) \(query ?? "none")"])
    }
  }

  @Test func aRequestMadeByHandHasWhatItWasGiven() {
    var request = HTTPRequest(
      method: .put, target: "/x", headers: HTTPHeaders([("A", "b")]), body: [1, 2], isKeepAlive: false)
    #expect(request.method == .put)
    #expect(request.headers["a"] == "b")
    #expect(request.body == [1, 2])
    #expect(!request.isKeepAlive)
    #expect(request.remoteAddress.description == "127.0.0.1:0")
    #expect(request.id == nil)
    request.id = "r-1"
    #expect(request.id == "r-1")
  }

  @Test(arguments: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW", "get", ""])
  func methodsHaveTheirNames(_ name: String) {
    let method = HTTPMethod(name)
    #expect(method.name == name)
    #expect("\(method)" == name)
    #expect(Array(name.utf8).withUnsafeBufferPointer { HTTPMethod(bytes: $0) } == method)
    #expect(method.isSafe == ["GET", "HEAD", "OPTIONS", "TRACE"].contains(name))
    if case .other = method { #expect(["BREW", "get", ""].contains(name)) }
  }
}
