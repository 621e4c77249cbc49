import SerinLock
import Testing

@testable import HTTP

/// Bodies that handlers read themselves.
@Suite struct BodyStreamTests {
  private static let head = "POST /up HTTP/1.1\r\nHost: x\r\n"

  /// Answers with the number and sum of the bytes of the body.
  private static let summing: HTTPHandler = { request in
    let stream = request.bodyStream
    var (count, sum, pieces) = (0, 0, 0)
    do throws(HTTPBodyStreamError) {
      while let piece = try await stream.next() {
        count += piece.count
        pieces += piece.isEmpty ? 1000 : 1
        sum = piece.reduce(sum) { $0 &+ Int($1) }
      }
    } catch {
      return HTTPResponse(status: 500, text: "\(error)")
    }
    return HTTPResponse(status: 200, text: "\(count) \(sum)\(pieces >= 1000 ? " empty piece" : "")")
  }

  private func withUploads(
    bodyLimit: HTTPBodyLimit? = nil, limits: (inout HTTPLimits) -> Void = { _ in },
    handler: @escaping HTTPHandler = BodyStreamTests.summing,
    _ test: (HTTPServer, SocketAddress) async throws -> Void
  ) async throws {
    try await withServer(
      bodyLimit: bodyLimit, streamsBody: { _, path, _ in path == "/up" }, limits: limits, handler: handler, test)
  }

  private func body(_ count: Int) -> (bytes: [UInt8], summary: String) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    return (bytes, "\(count) \(bytes.reduce(0) { $0 &+ Int($1) })")
  }

  @Test(arguments: [1, 100_000, 3_000_000])
  func aBodyOfKnownLengthComesWhole(size: Int) async throws {
    let body = body(size)
    try await withUploads { _, address in
      let client = try RawClient(address)
      try await client.send(Array((Self.head + "Content-Length: \(size)\r\n\r\n").utf8) + body.bytes)
      #expect(try await client.reply().text == body.summary)
    }
  }

  @Test func aChunkedBodyComesDecodedAndTheNextRequestIsAnswered() async throws {
    try await withUploads { _, address in
      let client = try RawClient(address)
      try await client.send(
        Self.head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-T: v\r\n\r\n"
          + "POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi" + Self.head + "Content-Length: 1\r\n\r\na")
      #expect(try await client.reply().text == "5 495")
      #expect(try await client.reply().text == "2 209")
      #expect(try await client.reply().text == "1 97")
    }
  }

  @Test func aRequestWithoutABodyHasAnEmptyStream() async throws {
    try await withUploads { _, address in
      let client = try RawClient(address)
      try await client.send(Self.head + "Content-Length: 0\r\n\r\n")
      #expect(try await client.reply().text == "0 0")
    }
  }

  @Test func theHandlerBeginsBeforeTheBodyIsThere() async throws {
    let begun = Event()
    let handler: HTTPHandler = { request in
      begun.signal()
      return await Self.summing(request)
    }
    try await withUploads(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.head + "Content-Length: 4\r\n\r\nab")
      await begun.wait()
      try await client.send("cd")
      #expect(try await client.reply().text == "4 394")
    }
  }

  @Test func aReaderThatIsBusyStopsTheClient() async throws {
    let (first, release) = (Event(), Event())
    let received = Lock(0)
    let handler: HTTPHandler = { request in
      let stream = request.bodyStream
      do throws(HTTPBodyStreamError) {
        while let piece = try await stream.next() {
          received.withLock { $0 += piece.count }
          #expect(piece.count <= 2 * 64 * 1024 + 1000)
          first.signal()
          await release.wait()
        }
      } catch {
        return HTTPResponse(status: 500, text: "\(error)")
      }
      return HTTPResponse(status: 200, text: "\(received.withLock { $0 })")
    }
    let size = 20_000_000
    try await withUploads(bodyLimit: { _, _, _ in size }, limits: { $0.bodyBufferBytes = 1000 }, handler: handler) {
      _, address in
      let client = try RawClient(address)
      try await client.send(Self.head + "Content-Length: \(size)\r\n\r\n")
      let sending = Task { try await client.send([UInt8](repeating: 1, count: size)) }
      await first.wait()
      // The kernel's buffers take some megabytes at most; all of it cannot have been taken in.
      #expect(received.withLock { $0 } <= 2 * 64 * 1024)
      release.signal()
      #expect(try await client.reply().text == "\(size)")
      try await sending.value
    }
  }

  @Test func anEarlyAnswerArrivesAndGivesTheConnectionUp() async throws {
    let handler: HTTPHandler = { _ in HTTPResponse(status: 401, text: "no") }
    try await withUploads(handler: handler) { server, address in
      let client = try RawClient(address)
      try await client.send(
        Self.head + "Content-Length: 1000000\r\n\r\nPOST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
      try await client.send([UInt8](repeating: 97, count: 200_000))
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [401])
      #expect(replies.first?["connection"] == "close")
      client.close()
      #expect(await eventually { server.connectionCount == 0 })
    }
  }

  @Test func leaveToSendIsGivenWhenTheHandlerReadsAndNotBefore() async throws {
    let release = Event()
    let handler: HTTPHandler = { request in
      await release.wait()
      return await Self.summing(request)
    }
    try await withUploads(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.head + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      release.signal()
      #expect(try await client.text(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
      try await client.send("hi")
      #expect(try await client.reply().text == "2 209")
    }
    try await withUploads(handler: { _ in HTTPResponse(status: 403, text: "no") }) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.head + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      #expect(try await client.replies().map(\.status) == [403])
    }
  }

  @Test(arguments: [
    ("Content-Length: 11\r\n\r\nhello world", 413, "bodyTooLarge"),
    ("Transfer-Encoding: chunked\r\n\r\n6\r\nhello \r\n6\r\nworld!\r\n0\r\n\r\n", 413, "bodyTooLarge"),
    ("Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\nzz\r\n", 400, "malformedRequest"),
    ("Content-Length: 2\r\nContent-Length: 2\r\n\r\nhi", 400, "ambiguousLength"),
  ])
  func aBodyThatIsRefusedEndsItsStream(_ rest: String, _ status: Int, _ code: String) async throws {
    let ends = Lock<[String]>([])
    let handler: HTTPHandler = { request in
      let answer = await Self.summing(request)
      if case .bytes(let text) = answer.body { ends.withLock { $0.append(String(decoding: text, as: UTF8.self)) } }
      return answer
    }
    try await withUploads(bodyLimit: { _, _, _ in 10 }, handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.head + rest)
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [status])
      #expect(replies.first?.code == code)
    }
    #expect(ends.withLock { $0 }.allSatisfy { $0 == "ended" })
  }

  @Test func aBodyThatComesTooSlowlyIsAnswered408() async throws {
    try await withUploads(limits: { $0.requestTimeout = 0.2 }) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.head + "Content-Length: 10\r\n\r\nhalf")
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [408])
      #expect(replies.first?.text.contains("65536 bytes a second") == true)
    }
  }

  @Test func bytesThatComeBuyTime() async throws {
    let change: (inout HTTPLimits) -> Void = { limits in
      limits.requestTimeout = 0.3
      limits.bodyBytesPerSecond = 1
    }
    try await withUploads(limits: change) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.head + "Content-Length: 602\r\n\r\n" + String(repeating: "a", count: 600))
      try await offPool { Pause.milliseconds(700) }
      try await client.send("aa")
      #expect(try await client.reply().text == "602 58394")
    }
  }

  @Test func aHandlerThatTakesNothingIsAnswered503InTheEnd() async throws {
    let never = Event()
    let handler: HTTPHandler = { _ in
      await never.wait()
      return HTTPResponse(status: 200, text: "late")
    }
    let change: (inout HTTPLimits) -> Void = { limits in
      limits.requestTimeout = 0.2
      limits.bodyBufferBytes = 2
    }
    try await withUploads(limits: change, handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(Self.head + "Content-Length: 10\r\n\r\nhalf")
      #expect(try await client.replies().map(\.code) == ["handlerTimeout"])
    }
    never.signal()
  }

  @Test(arguments: [true, false])
  func aClientThatGoesAwayEndsTheStream(byReset: Bool) async throws {
    let (begun, ended) = (Event(), Event())
    let handler: HTTPHandler = { request in
      let stream = request.bodyStream
      _ = try? await stream.next()
      begun.signal()
      do throws(HTTPBodyStreamError) {
        while try await stream.next() != nil {}
        Issue.record("the body came to its end")
      } catch {
        #expect(error == .incomplete)
      }
      ended.signal()
      return HTTPResponse(status: 400, text: "gone")
    }
    try await withUploads(handler: handler) { server, address in
      let client = try RawClient(address)
      try await client.send(Self.head + "Content-Length: 10\r\n\r\nhalf")
      await begun.wait()
      if byReset { client.reset() } else { client.closeWriting() }
      await ended.wait()
      client.close()
      #expect(await eventually { server.connectionCount == 0 })
    }
  }

  @Test func onlyOneRequestMayWaitAndItsBodyStillComes() async throws {
    let body = body(500_000)
    try await withUploads(limits: { $0.pipelinedRequests = 1 }) { _, address in
      let client = try RawClient(address)
      try await client.send(
        Array((Self.head + "Content-Length: 500000\r\n\r\n").utf8) + body.bytes
          + Array((Self.head + "Content-Length: 1\r\n\r\na").utf8))
      #expect(try await client.reply().text == body.summary)
      #expect(try await client.reply().text == "1 97")
    }
  }

  @Test func aRequestMadeByHandHasItsBodyAsAStream() async throws {
    let request = HTTPRequest(method: .post, target: "/", body: [1, 2])
    let stream = request.bodyStream
    #expect(try await stream.next() == [1, 2])
    #expect(try await stream.next() == nil)
  }
}
