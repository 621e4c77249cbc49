import Foundation
import TestSockets
import Testing

@testable import Serin

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct URLSessionStreamTests {
  private func request(_ server: SocketServer, path: String = "/v1/stream") -> FlagRequest {
    FlagRequest(
      method: "GET", url: server.url(path), headers: ["Authorization": "Bearer key", "Accept": "text/event-stream"],
      body: Data(), timeout: 600)
  }

  /// Reads a stream to its end in a task of its own.
  private func follow(_ request: FlagRequest, _ lines: Recorder<String>) -> Task<Void, any Error> {
    Task { for try await line in URLSessionTransport().lines(request) { lines.add(line) } }
  }

  /// The answer to a request for a stream that is none.
  private func refusal(_ request: FlagRequest) async -> FlagResponse? {
    do {
      for try await _ in URLSessionTransport().lines(request) {}
      return nil
    } catch FlagStreamError.refused(let response) {
      return response
    } catch {
      return nil
    }
  }

  private func openServer() throws -> SocketServer { try SocketServer { _, _ in nil } }

  @Test func linesComeAsTheyAreSentAndAnEmptyOneSaysThatTheStreamIsOpen() async throws {
    let server = try openServer()
    let lines = Recorder<String>()
    let reading = follow(request(server), lines)
    try await until("the request arrives") { server.requests.count == 1 }
    server.push(SocketServer.eventStreamHead, to: 0)
    try await until("the stream is open") { lines.all == [""] }
    server.push(SocketServer.chunk("data: one\r\n\r"), to: 0)
    try await until("the first event is there") { lines.all == ["", "data: one", ""] }
    server.push(SocketServer.chunk("\n: comment\nda"), to: 0)
    server.push(SocketServer.chunk("ta: two\n\nunfinished"), to: 0)
    server.push(SocketServer.chunk(""), to: 0)
    try await reading.value
    #expect(lines.all == ["", "data: one", "", ": comment", "data: two", ""])
    #expect(server.requests[0].line == "GET /v1/stream HTTP/1.1")
    #expect(server.requests[0].headers["authorization"] == "Bearer key")
    #expect(server.requests[0].headers["accept"] == "text/event-stream")
    #expect(server.requests[0].headers["content-length"] == nil)
  }

  @Test func cancellingTheTaskClosesTheConnectionAtOnce() async throws {
    let server = try openServer()
    let lines = Recorder<String>()
    let reading = follow(request(server), lines)
    try await until("the request arrives") { server.requests.count == 1 }
    server.push(SocketServer.eventStreamHead, to: 0)
    try await until("the stream is open") { lines.count == 1 }
    #expect(!server.isHungUp(0))
    reading.cancel()
    try await until("the connection is closed") { server.isHungUp(0) }
  }

  @Test func cancellingTheTaskClosesAConnectionThatIsNotAnswered() async throws {
    let server = try openServer()
    let reading = follow(request(server), Recorder())
    try await until("the request arrives") { server.requests.count == 1 }
    reading.cancel()
    try await until("the connection is closed") { server.isHungUp(0) }
  }

  @Test func whoStopsReadingClosesTheConnection() async throws {
    let server = try openServer()
    let request = request(server)
    let reading = Task {
      for try await line in URLSessionTransport().lines(request) where line == "data: stop" { break }
    }
    try await until("the request arrives") { server.requests.count == 1 }
    server.push(SocketServer.eventStreamHead + SocketServer.chunk("data: stop\n\n"), to: 0)
    try await reading.value
    try await until("the connection is closed") { server.isHungUp(0) }
  }

  @Test func aConnectionThatBreaksIsAnError() async throws {
    let server = try openServer()
    let lines = Recorder<String>()
    let reading = follow(request(server), lines)
    try await until("the request arrives") { server.requests.count == 1 }
    server.push(SocketServer.eventStreamHead + SocketServer.chunk("data: a\n\n"), to: 0)
    try await until("the event is there") { lines.count == 3 }
    server.hangUp(0)
    await #expect(throws: URLError.self) { try await reading.value }
  }

  @Test func aStatusOtherThan200IsThrownWithWhenToAskAgain() async throws {
    let server = try SocketServer { _, _ in
      SocketServer.response("503 Service Unavailable", headers: ["Retry-After": "17"], body: Array("busy".utf8))
    }
    let response = await refusal(request(server))
    #expect(response?.status == 503)
    #expect(response?.retryAfter == 17)
  }

  @Test(arguments: ["text/html", "application/json", "text/event-streams", ""])
  func contentThatIsNoEventStreamIsThrown(_ type: String) async throws {
    let headers = type.isEmpty ? [:] : ["Content-Type": type]
    let server = try SocketServer { _, _ in
      SocketServer.response("200 OK", headers: headers, body: Array("data: a\n\n".utf8))
    }
    #expect(await refusal(request(server))?.status == 200)
  }

  @Test(arguments: ["text/event-stream", "Text/Event-Stream ; charset=utf-8"])
  func theContentTypeMayHaveParameters(_ type: String) async throws {
    let server = try SocketServer { _, _ in
      SocketServer.response("200 OK", headers: ["Content-Type": type], body: Array("data: a\n\n".utf8))
    }
    let lines = Recorder<String>()
    try await follow(request(server), lines).value
    #expect(lines.all == ["", "data: a", ""])
  }

  @Test func aRedirectToAnotherHostIsNotFollowed() async throws {
    let elsewhere = try openServer()
    let target = elsewhere.url("/v1/stream", host: "localhost").absoluteString
    let server = try SocketServer { _, _ in
      SocketServer.response("307 Temporary Redirect", headers: ["Location": target])
    }
    #expect(await refusal(request(server))?.status == 307)
    #expect(elsewhere.requests.isEmpty)
  }

  @Test func aRedirectOnTheSameHostIsFollowedWithTheKey() async throws {
    let server = try SocketServer { request, _ in
      request.line.contains("/old/")
        ? SocketServer.response("308 Permanent Redirect", headers: ["Location": "/v1/stream"])
        : SocketServer.response(
          "200 OK", headers: ["Content-Type": "text/event-stream"], body: Array("data: a\n\n".utf8))
    }
    let lines = Recorder<String>()
    try await follow(request(server, path: "/old/v1/stream"), lines).value
    #expect(lines.all == ["", "data: a", ""])
    #expect(server.requests.map(\.line) == ["GET /old/v1/stream HTTP/1.1", "GET /v1/stream HTTP/1.1"])
    #expect(server.requests.last?.headers["authorization"] == "Bearer key")
  }

  @Test func redirectsInACircleEnd() async throws {
    let server = try SocketServer { _, _ in
      SocketServer.response("307 Temporary Redirect", headers: ["Location": "/v1/stream"])
    }
    #expect(await refusal(request(server))?.status == 307)
    #expect(server.requests.count == 6)
  }

  @Test func aLineWithoutEndIsCutOff() async throws {
    let body = [UInt8](repeating: UInt8(ascii: "x"), count: 70_000)
    let server = try SocketServer { _, _ in
      SocketServer.response("200 OK", headers: ["Content-Type": "text/event-stream"], body: body)
    }
    await #expect(throws: FlagStreamError.self) { try await follow(request(server), Recorder()).value }
  }

  @Test func moreStreamsThanConnectionsToOneHostAreOpenBesideARequest() async throws {
    let server = try SocketServer { request, _ in
      request.line.hasPrefix("POST") ? SocketServer.response("200 OK", body: Array("{}".utf8)) : nil
    }
    let transport = URLSessionTransport()
    let request = request(server)
    let readings = (0..<8).map { _ in Task { for try await _ in transport.lines(request) {} } }
    try await until("all are connected") { server.requests.count == 8 }
    let post = FlagRequest(method: "POST", url: server.url("/v1/evaluate"), headers: [:], body: Data(), timeout: 600)
    #expect(try await transport.send(post).status == 200)
    readings.forEach { $0.cancel() }
  }

  @Test func whereNobodyListensTheStreamFails() async throws {
    let port = try { try SocketServer { _, _ in nil }.port }()
    let url = try #require(URL(string: "http://127.0.0.1:\(port)/v1/stream"))
    let request = FlagRequest(method: "GET", url: url, headers: [:], body: Data(), timeout: 600)
    await #expect(throws: URLError.self) { for try await _ in URLSessionTransport().lines(request) {} }
  }

  @Test func aTransportWithoutStreamsSaysSo() async throws {
    let url = try #require(URL(string: "https://flags.example"))
    let request = FlagRequest(method: "GET", url: url, headers: [:], body: Data(), timeout: 1)
    do {
      for try await _ in ScriptedTransport().lines(request) {}
      Issue.record("it has none")
    } catch FlagStreamError.unsupported {}
  }

  @Test func aRedirectAfterTheReaderHasGoneIsLeftAlone() throws {
    let (_, continuation) = AsyncThrowingStream.makeStream(of: String.self)
    let url = try #require(URL(string: "http://127.0.0.1:1/v1/stream"))
    let exchange = StreamExchange(URLRequest(url: url), continuation)
    let session = URLSession(configuration: .serin, delegate: exchange, delegateQueue: nil)
    let task = session.dataTask(with: url)
    let head = try #require(
      HTTPURLResponse(url: url, statusCode: 307, httpVersion: nil, headerFields: ["Location": "/v2/stream"]))
    exchange.urlSession(session, dataTask: task, didReceive: head) { _ in }
    exchange.close(session)
    // A session that has ended traps when it is asked for one more task.
    exchange.urlSession(session, task: task, didCompleteWithError: nil)
  }
}
