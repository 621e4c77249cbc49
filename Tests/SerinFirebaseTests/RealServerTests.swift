import Foundation
import Serin
import SerinFirebase
import SerinTesting
import TestSockets
import Testing

/// Firebase's protocol over the real transport and a real socket.
@Suite struct RealServerTests {
  private func source(_ server: SocketServer) -> FirebaseSource {
    var configuration = FirebaseSource.Configuration(projectID: "shop 1/234", appID: "1:123:ios:abc", apiKey: "k&y")
    configuration.minimumFetchInterval = 0
    configuration.requestTimeout = 240
    configuration.installationsURL = server.url().absoluteString
    configuration.remoteConfigURL = server.url().absoluteString
    return FirebaseSource(configuration)
  }

  @Test func aSourceTalksToARealServer() async throws {
    let server = try SocketServer { request, _ in
      if request.line.contains("/installations ") {
        let body: JSONValue = [
          "fid": "cAAAAAAAAAAAAAAAAAAAAA", "refreshToken": "r", "authToken": ["token": "t", "expiresIn": "604800s"],
        ]
        return SocketServer.response("200 OK", body: body.serialized())
      }
      if request.headers["if-none-match"] == "etag-1" {
        return SocketServer.response("304 Not Modified", headers: ["ETag": "etag-1"])
      }
      let body = #"{"entries":{"a":"{\"enabled\":true,\"percentage\":1}"},"state":"UPDATE","templateVersion":"7"}"#
      return SocketServer.response("200 OK", headers: ["etag": "etag-1"], body: Array(body.utf8))
    }
    let source = source(server)
    for _ in 0..<2 {
      let answer = try #require(try await source.answer(for: FlagContext(userID: "alice"), validator: nil))
      #expect(answer.flags.map(\.key) == ["a"])
      #expect(answer.flags.first?.isEnabled == true)
      #expect(answer.revision == 7)
    }
    let lines = server.requests.map(\.line)
    #expect(
      lines == [
        "POST /v1/projects/shop%201%2F234/installations HTTP/1.1",
        "POST /v1/projects/shop%201%2F234/namespaces/firebase:fetch?key=k%26y HTTP/1.1",
        "POST /v1/projects/shop%201%2F234/namespaces/firebase:fetch?key=k%26y HTTP/1.1",
      ])
    #expect(server.requests[1].headers["x-goog-firebase-installations-auth"] == "t")
    #expect(server.requests[1].headers["content-type"] == "application/json")
  }

  @Test func aBusyServersRetryAfterIsReadFromTheWire() async throws {
    let server = try SocketServer { _, _ in
      SocketServer.response("503 Service Unavailable", headers: ["Retry-After": "7000"])
    }
    let error = await #expect(throws: FeatureFlagsError.self) {
      try await source(server).answer(for: FlagContext(), validator: nil)
    }
    #expect(error?.code == 503)
    #expect(try #require(error?.retryAfter) > 6900)
  }

  @Test func nobodyAtTheAddressIsAnErrorWithoutAStatus() async throws {
    var configuration = FirebaseSource.Configuration(projectID: "p", appID: "a", apiKey: "k")
    configuration.installationsURL = "http://127.0.0.1:1"
    let source = FirebaseSource(configuration)
    let error = await #expect(throws: FeatureFlagsError.self) {
      try await source.answer(for: FlagContext(), validator: nil)
    }
    #expect(error?.code == 0)
  }
}
