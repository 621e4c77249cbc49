import SerinLock
import Testing

@testable import HTTP

/// Bodies that handlers read themselves.
@Suite struct BodyStreamTests {
  @Test(arguments: [1, 100_000, 3_000_000])
  func aBodyOfKnownLengthComesWhole(size: Int) async throws {
    let body = Uploads.body(size)
    try await withUploads { _, address in
      let client = try RawClient(address)
      try await client.send(Array((Uploads.head + "Content-Length: \(size)\r\n\r\n").utf8) + body.bytes)
      #expect(try await client.reply().text == body.summary)
    }
  }

  @Test func aChunkedBodyComesDecodedAndTheNextRequestIsAnswered() async throws {
    try await withUploads { _, address in
      let client = try RawClient(address)
      try await client.send(
        Uploads.head + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-T: v\r\n\r\n"
          + "POST /other HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi" + Uploads.head
          + "Content-Length: 1\r\n\r\na")
      #expect(try await client.reply().text == "5 495")
      #expect(try await client.reply().text == "2 209")
      #expect(try await client.reply().text == "1 97")
    }
  }

  @Test func aRequestWithoutABodyHasAnEmptyStream() async throws {
    try await withUploads { _, address in
      let client = try RawClient(address)
      try await client.send(Uploads.head + "Content-Length: 0\r\n\r\n")
      #expect(try await client.reply().text == "0 0")
    }
  }

  @Test func theHandlerBeginsBeforeTheBodyIsThere() async throws {
    let begun = Event()
    let handler: HTTPHandler = { request in
      begun.signal()
      return await Uploads.summing(request)
    }
    try await withUploads(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(Uploads.head + "Content-Length: 4\r\n\r\nab")
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
      try await client.send(Uploads.head + "Content-Length: \(size)\r\n\r\n")
      let sending = Task { try await client.send([UInt8](repeating: 1, count: size)) }
      await first.wait()
      // The kernel's buffers take some megabytes at most; all of it cannot have been taken in.
      #expect(received.withLock { $0 } <= 2 * 64 * 1024)
      release.signal()
      #expect(try await client.reply().text == "\(size)")
      try await sending.value
    }
  }

  @Test func leaveToSendIsGivenWhenTheHandlerReadsAndNotBefore() async throws {
    let release = Event()
    let handler: HTTPHandler = { request in
      await release.wait()
      return await Uploads.summing(request)
    }
    try await withUploads(handler: handler) { _, address in
      let client = try RawClient(address)
      try await client.send(Uploads.head + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      release.signal()
      #expect(try await client.text(through: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
      try await client.send("hi")
      #expect(try await client.reply().text == "2 209")
    }
    try await withUploads(handler: { _ in HTTPResponse(status: 403, text: "no") }) { _, address in
      let client = try RawClient(address)
      try await client.send(Uploads.head + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
      #expect(try await client.replies().map(\.status) == [403])
    }
  }

  @Test func onlyOneRequestMayWaitAndItsBodyStillComes() async throws {
    let body = Uploads.body(500_000)
    try await withUploads(limits: { $0.pipelinedRequests = 1 }) { _, address in
      let client = try RawClient(address)
      try await client.send(
        Array((Uploads.head + "Content-Length: 500000\r\n\r\n").utf8) + body.bytes
          + Array((Uploads.head + "Content-Length: 1\r\n\r\na").utf8))
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
