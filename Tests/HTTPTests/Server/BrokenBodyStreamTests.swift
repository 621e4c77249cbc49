import SerinLock
import Testing

@testable import HTTP

/// Bodies that handlers read themselves and that do not come to their end.
@Suite struct BrokenBodyStreamTests {
  @Test func anEarlyAnswerArrivesAndGivesTheConnectionUp() async throws {
    let handler: HTTPHandler = { _ in HTTPResponse(status: 401, text: "no") }
    try await withUploads(handler: handler) { server, address in
      let client = try RawClient(address)
      try await client.send(
        Uploads.head + "Content-Length: 1000000\r\n\r\nPOST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
      try await client.send([UInt8](repeating: 97, count: 200_000))
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [401])
      #expect(replies.first?["connection"] == "close")
      client.close()
      #expect(await eventually { server.connectionCount == 0 })
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
      let answer = await Uploads.summing(request)
      if case .bytes(let text) = answer.body { ends.withLock { $0.append(String(decoding: text, as: UTF8.self)) } }
      return answer
    }
    try await withUploads(bodyLimit: { _, _, _ in 10 }, handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(Uploads.head + rest)
      let replies = try await client.replies()
      #expect(replies.map(\.status) == [status])
      #expect(replies.first?.code == code)
    }
    #expect(ends.withLock { $0 }.allSatisfy { $0 == "ended" })
  }

  @Test func aBodyThatComesTooSlowlyIsAnswered408() async throws {
    try await withUploads(limits: { $0.requestTimeout = 0.2 }) { _, address in
      let client = try RawClient(address)
      try await client.send(Uploads.head + "Content-Length: 10\r\n\r\nhalf")
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
      try await client.send(Uploads.head + "Content-Length: 602\r\n\r\n" + String(repeating: "a", count: 600))
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
      try await client.send(Uploads.head + "Content-Length: 10\r\n\r\nhalf")
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
      try await client.send(Uploads.head + "Content-Length: 10\r\n\r\nhalf")
      await begun.wait()
      if byReset { client.reset() } else { client.closeWriting() }
      await ended.wait()
      client.close()
      #expect(await eventually { server.connectionCount == 0 })
    }
  }
}
