import Foundation
import HTTP
import SerinFlags
import Testing

@testable import Server

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Lists of the size that they are made for, over real sockets.
@Suite struct MillionIDTests {
  private static let path = "/api/v1/projects/shop/environments/production"

  /// Runs a server on a free port.
  private func withServer(_ fixture: Fixture, _ test: (SocketAddress) async throws -> Void) async throws {
    let serin = fixture.server
    var configuration = HTTPServerConfiguration(addresses: [ListenAddress(host: "127.0.0.1", port: 0)])
    configuration.bodyLimit = { serin.bodyLimit($0, $1, $2) }
    configuration.streamsBody = { serin.streamsBody($0, $1, $2) }
    configuration.limits.requestTimeout = 300
    let server = HTTPServer(configuration: configuration) { await serin.respond(to: $0) }
    try server.start()
    do { try await test(server.addresses[0]) } catch {
      await server.stop(gracePeriod: 0)
      throw error
    }
    await server.stop(gracePeriod: 0)
  }

  private func send(
    _ method: String, _ path: String, to address: SocketAddress, token: String, _ body: Data
  ) async throws -> (status: Int, json: JSONValue) {
    var request = URLRequest(url: try #require(URL(string: "http://\(address)\(path)")), timeoutInterval: 300)
    request.httpMethod = method
    request.httpBody = body
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    let (data, response) = try await URLSession.shared.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    return (status, (try? JSONValue(parsing: [UInt8](data))) ?? .null)
  }

  @Test func aMillionIDsAreUploadedServedFoundExtendedAndServedAfterARestart() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.control(.post, Self.path + "/segments", #"{"key":"vip","kind":"list"}"#).status == 201)
    #expect(await fixture.apply(FlagText.flag("f", when: #"{"segment":"vip"}"#)).status == 200)
    let count = 1_000_000
    var lines = Data(capacity: count * 13)
    for id in 0..<count { lines.append(contentsOf: "user-\(id)\n".utf8) }

    try await withServer(fixture) { address in
      let list = Self.path + "/segments/vip/list"
      let upload = try await send("PUT", list, to: address, token: fixture.adminToken, lines)
      #expect(upload.status == 200)
      #expect(upload.json == ["count": 1_000_000, "lines": 1_000_000, "added": 1_000_000, "removed": 0])
      for (user, isIn) in [("user-0", true), ("user-999999", true), ("user-1000000", false)] {
        let answer = try await send(
          "POST", "/v1/evaluate/f", to: address, token: fixture.clientKey,
          Data(#"{"context":{"userID":"\#(user)"}}"#.utf8))
        #expect(answer.json["isEnabled"] == .bool(isIn), "\(user)")
      }
      let more = try await send("POST", list, to: address, token: fixture.adminToken, Data("user-1000000\n".utf8))
      #expect(more.json == ["count": 1_000_001, "lines": 1, "added": 1, "removed": 0])
      let bad = try await send("PUT", list, to: address, token: fixture.adminToken, Data("a\nb\n\n".utf8))
      #expect(bad.status == 422)
      #expect(bad.json["errors"]?[0]?["message"]?.stringValue?.hasPrefix("line 3: ") == true)
    }

    let restarted = try await fixture.anotherServer()
    for (user, isIn) in [("user-1000000", true), ("user-1000001", false)] {
      let answer = await Fixture.send(
        to: restarted, .post, "/v1/evaluate/f", Array(#"{"context":{"userID":"\#(user)"}}"#.utf8),
        token: fixture.clientKey)
      #expect(answer["isEnabled"] == .bool(isIn), "\(user)")
    }
  }
}
