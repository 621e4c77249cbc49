import Foundation
import HTTP
import SerinFlags
import SerinLock
import Store
import StoreSQLite
import Testing

@testable import Server

/// A server with a clock that the test moves, and short ways to ask it as apps of some version do.
struct UsageBench {
  let fixture: Fixture
  let clock: FakeClock
  let events: FaultyEvents
  let server: SerinServer
  let log: MessageLog

  static let day: Int64 = 86_400_000

  init(seed: String? = Fixture.seed) async throws {
    let log = MessageLog()
    let clock = FakeClock()
    self.clock = clock
    fixture = try await Fixture(seed: seed, clock: clock)
    events = FaultyEvents(fixture.events)
    self.log = log
    var configuration = Fixture.configuration
    configuration.clock = { clock.now }
    configuration.log = { log.note($0) }
    server = try await SerinServer(store: fixture.store, events: events, configuration: configuration)
  }

  /// Asks for one flag.
  @discardableResult
  func evaluate(_ key: String, version: String? = "5.2.0", country: String = "") async -> Answer {
    await send("/v1/evaluate/\(key)", version, country)
  }

  /// Asks for all flags.
  @discardableResult
  func evaluateAll(version: String? = "5.2.0", tag: String? = nil, path: String = "/v1/evaluate") async -> Answer {
    await send(path, version, "", headers: tag.map { [("If-None-Match", $0)] } ?? [])
  }

  private func send(
    _ path: String, _ version: String?, _ country: String, headers: [(String, String)] = []
  ) async -> Answer {
    let attributes = #""country":"\#(country)""# + (version.map { #","appVersion":"\#($0)""# } ?? "")
    let context =
      path.hasPrefix("/ofrep") ? #""targetingKey":"u",\#(attributes)"# : #""userID":"u","attributes":{\#(attributes)}"#
    return await Fixture.send(
      to: server, .post, path, Array(#"{"context":{\#(context)}}"#.utf8), token: fixture.clientKey, headers: headers)
  }

  /// Sends a request with the administrator's token.
  @discardableResult
  func control(_ method: HTTPMethod, _ path: String, _ body: String = "") async -> Answer {
    await Fixture.send(to: server, method, path, Array(body.utf8), token: fixture.adminToken)
  }

  /// What is known of the use of a flag in production.
  func usage(_ key: String, _ query: String = "environment=production") async throws -> JSONValue {
    let answer = await control(.get, "/api/v1/projects/shop/flags/\(key)/usage?\(query)")
    #expect(answer.status == 200, "\(answer.text)")
    return answer.json
  }

  /// The answers of a flag in production with their counts, as `rule variation version count`.
  func answers(_ key: String) async throws -> [String] {
    let answers = try await usage(key)["environments"]?[0]?["answers"]?.arrayValue ?? []
    return answers.map { answer in
      let names = ["ruleId", "variation", "appVersion"].map { answer[$0]?.stringValue ?? "?" }
      return (names + ["\(Int(answer["evaluated"]?.numberValue ?? -1))"]).joined(separator: " ")
    }
  }

  /// The versions of apps that used a flag in production, the last use first.
  func versions(_ key: String) async throws -> [String] {
    let versions = try await usage(key)["environments"]?[0]?["versions"]?.arrayValue ?? []
    return versions.compactMap { $0["appVersion"]?.stringValue }
  }

  /// The record of a flag.
  func flag(_ key: String) async throws -> FlagRecord {
    let project = try #require(try await fixture.store.projects().first)
    return try #require(try await fixture.store.flag(projectID: project.id, key: key))
  }
}

/// The messages of a server.
final class MessageLog: Sendable {
  private let lines = Lock<[String]>([])

  func note(_ line: String) { lines.withLock { $0.append(line) } }

  /// Everything that was said.
  var all: [String] { lines.withLock { $0 } }
}
