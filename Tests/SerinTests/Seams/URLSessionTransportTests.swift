import Foundation
import SerinLock
import TestSockets
import Testing

@testable import Serin

@Suite struct URLSessionTransportTests {
  private let answer = JSONValue.answer(flags: [.flag("a", properties: ["n": 5])]).serialized()

  /// A client that uses the real network and the real clock.
  private func client(
    _ server: SocketServer, path: String = "", timeout: TimeInterval = 240, folder: TemporaryFolder
  ) -> FeatureFlags {
    var configuration = FeatureFlags.Configuration(
      baseURL: server.url(path), applicationCode: "shop", clientKey: "srn_client_key",
      context: FlagContext(userID: "alice", attributes: ["country": "DE"]))
    configuration.collectsDeviceAttributes = false
    configuration.mintsDeviceID = false
    configuration.storage = .directory(folder.url)
    configuration.requestTimeout = timeout
    configuration.isRefreshThrottled = false
    // The server of these tests has one thread, and every request that it gets is counted.
    configuration.isStreaming = false
    return FeatureFlags(configuration)
  }

  @Test func aClientTalksToARealServer() async throws {
    let server = try SocketServer { [answer] request, _ in
      request.headers["if-none-match"] == #"W/"1-a""#
        ? SocketServer.response("304 Not Modified", headers: ["ETag": #"W/"1-a""#])
        : SocketServer.response("200 OK", headers: ["etag": #"W/"1-a""#, "Set-Cookie": "id=1"], body: answer)
    }
    let folder = try TemporaryFolder()
    let flags = client(server, path: "/behind/a/proxy/", folder: folder)
    flags.start()
    let state = await flags.ready(within: 240)
    #expect(state.origin == .remote)
    #expect(flags.get("a")?.number(forProperty: "n", default: 0) == 5)
    #expect(try await flags.refresh() == .unchanged)
    flags.close()

    let relaunched = client(server, path: "/behind/a/proxy/", folder: folder)
    #expect(relaunched.get("a")?.origin == .stored)
    #expect(try await relaunched.refresh() == .unchanged)
    #expect(relaunched.get("a")?.origin == .remote)

    let requests = server.requests
    #expect(requests.map(\.line) == Array(repeating: "POST /behind/a/proxy/v1/evaluate HTTP/1.1", count: 3))
    #expect(requests.map { $0.headers["if-none-match"] } == [nil, #"W/"1-a""#, #"W/"1-a""#])
    for request in requests {
      #expect(request.headers["authorization"] == "Bearer srn_client_key")
      #expect(request.headers["content-type"] == "application/json")
      #expect(request.headers["cookie"] == nil)
      #expect(request.body == #"{"context":{"attributes":{"country":"DE"},"userID":"alice"}}"#)
    }
  }

  @Test func aRedirectToAnotherHostIsNotFollowed() async throws {
    let elsewhere = try SocketServer { [answer] _, _ in SocketServer.response("200 OK", body: answer) }
    let target = elsewhere.url("/v1/evaluate", host: "localhost").absoluteString
    let server = try SocketServer { _, _ in
      SocketServer.response("307 Temporary Redirect", headers: ["Location": target])
    }
    let flags = client(server, folder: try TemporaryFolder())
    let error = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(error?.code == 307)
    #expect(elsewhere.requests.isEmpty)
  }

  @Test func aRedirectToAnotherPortIsNotFollowed() async throws {
    let elsewhere = try SocketServer { [answer] _, _ in SocketServer.response("200 OK", body: answer) }
    let target = elsewhere.url("/v1/evaluate").absoluteString
    let server = try SocketServer { _, _ in SocketServer.response("302 Found", headers: ["Location": target]) }
    let flags = client(server, folder: try TemporaryFolder())
    let error = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(error?.code == 302)
    #expect(elsewhere.requests.isEmpty)
  }

  @Test func aRedirectOnTheSameHostIsFollowedWithTheKeyAndTheBody() async throws {
    let server = try SocketServer { [answer] request, _ in
      request.line.contains("/old/")
        ? SocketServer.response("307 Temporary Redirect", headers: ["Location": "/new/v1/evaluate"])
        : SocketServer.response("200 OK", body: answer)
    }
    let flags = client(server, path: "/old", folder: try TemporaryFolder())
    try await flags.refresh()
    #expect(flags.isEnabled("a", default: false))
    #expect(server.requests.last?.headers["authorization"] == "Bearer srn_client_key")
    #expect(server.requests.map(\.line) == ["POST /old/v1/evaluate HTTP/1.1", "POST /new/v1/evaluate HTTP/1.1"])
    #expect(server.requests.last?.body == server.requests.first?.body)
  }

  @Test func redirectsInACircleEnd() async throws {
    let server = try SocketServer { _, _ in
      SocketServer.response("308 Permanent Redirect", headers: ["Location": "/v1/evaluate"])
    }
    let flags = client(server, folder: try TemporaryFolder())
    let error = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(error?.code == 308)
    #expect(server.requests.count == 6)
  }

  @Test(arguments: ["301 Moved Permanently", "302 Found", "303 See Other"])
  func aRedirectThatWouldLoseTheBodyIsNotFollowed(_ status: String) async throws {
    let server = try SocketServer { _, _ in SocketServer.response(status, headers: ["Location": "/new/v1/evaluate"]) }
    let flags = client(server, folder: try TemporaryFolder())
    let error = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(error?.code == Int(status.prefix(3)))
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [
    ("http://a.example/x", "http://a.example/y", true), ("http://A.example/x", "http://a.example/y", true),
    ("http://a.example", "https://a.example", true), ("https://a.example", "http://a.example", false),
    ("https://a.example", "https://b.example", false), ("https://a.example", "https://a.example.evil.example", false),
    ("https://a.example", "https://a.example:8443", false),
    ("https://a.example:8443/x", "https://a.example:8443/y", true),
    ("http://a.example:80", "https://a.example", false),
  ])
  func theKeyGoesToTheSameHostOnly(_ from: String, _ to: String, _ mayFollow: Bool) throws {
    let from = try #require(URL(string: from))
    let to = try #require(URL(string: to))
    #expect(URLSessionTransport.mayFollow(from: from, to: to) == mayFollow)
  }

  @Test func whereNobodyListensThereIsNoAnswer() async throws {
    // A port that was free a moment ago.
    let port = try { try SocketServer { _, _ in nil }.port }()
    var configuration = FeatureFlags.Configuration(
      baseURL: try #require(URL(string: "http://127.0.0.1:\(port)")), applicationCode: "shop", clientKey: "key")
    configuration.collectsDeviceAttributes = false
    configuration.mintsDeviceID = false
    configuration.storage = .memory
    let flags = FeatureFlags(configuration)
    let error = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(error?.code == 0)
    #expect(flags.isEnabled("a", default: true))
  }

  @Test func aServerThatKeepsSilentIsGivenUp() async throws {
    let server = try SocketServer { _, _ in nil }
    let flags = client(server, timeout: 0.3, folder: try TemporaryFolder())
    let error = await #expect(throws: FeatureFlagsError.self) { try await flags.refresh() }
    #expect(error?.code == 0)
    #expect(flags.state.origin == .code)
  }

  @Test func anAnswerWithoutEndIsCutOff() async throws {
    let body = [UInt8](repeating: UInt8(ascii: " "), count: ServerAnswer.maximumBytes + 1)
    let server = try SocketServer { _, _ in SocketServer.response("200 OK", body: body) }
    let request = FlagRequest(method: "POST", url: server.url(), headers: [:], body: Data(), timeout: 20)
    let error = await #expect(throws: URLError.self) { try await URLSessionTransport().send(request) }
    #expect(error?.code == .dataLengthExceedsMaximum)
  }

  @Test func cancellingTheTaskEndsTheRequest() async throws {
    let server = try SocketServer { _, _ in nil }
    let request = FlagRequest(method: "POST", url: server.url(), headers: [:], body: Data(), timeout: 600)
    let transport = URLSessionTransport()
    let task = Task { try await transport.send(request) }
    try await until("the request arrives") { server.requests.count == 1 }
    task.cancel()
    await #expect(throws: URLError.self) { try await task.value }
  }

  @Test func aTaskThatIsCancelledAlreadyEndsTheRequest() async throws {
    let server = try SocketServer { _, _ in nil }
    let request = FlagRequest(method: "POST", url: server.url(), headers: [:], body: Data(), timeout: 600)
    let transport = URLSessionTransport()
    for _ in 0..<raceRounds(200) {
      let ended = Lock(false)
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try? await transport.send(request)
        ended.withLock { $0 = true }
      }
      try await until("the request has ended", within: 60) { ended.withLock { $0 } }
      await task.value
    }
  }
}
