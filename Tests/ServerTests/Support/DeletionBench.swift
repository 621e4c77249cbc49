import HTTP
import SerinFlags
import SerinLock
import Store
import Testing

@testable import Server

/// A server with a flag to delete, and short ways to do so.
struct DeletionBench {
  let fixture: Fixture
  let clock: FakeClock

  static let flag = "/api/v1/projects/shop/flags/new_checkout"
  static let production = "/api/v1/projects/shop/environments/production"
  /// A flag that is off, to be made with a key.
  static let document = #"{"kind":"release","owner":"web"}"#

  init() async throws {
    clock = FakeClock()
    fixture = try await Fixture(clock: clock)
  }

  /// The bodies of requests for answers to so many people.
  static let people = (0..<60).map { #"{"context":{"userID":"user-\#($0)","attributes":{"country":"US"}}}"# }

  /// What the flag answers to them.
  func answers(_ key: String = "new_checkout") async -> [JSONValue] {
    var all: [JSONValue] = []
    for body in Self.people {
      var answer = await fixture.evaluate("/v1/evaluate/\(key)", body).json.objectValue ?? [:]
      answer["revision"] = nil
      all.append(.object(answer))
    }
    return all
  }

  /// Says that it is known that a flag was evaluated, as most tests do it.
  static let acknowledge = "?acknowledge=recentlyUsed"

  /// Deletes the flag.
  @discardableResult
  func delete(_ query: String = acknowledge, path: String = flag) async -> Answer {
    await fixture.control(.delete, path + query, #"{"reason":"code is gone"}"#)
  }

  /// Brings it back.
  @discardableResult
  func undelete(_ path: String = flag) async -> Answer {
    await fixture.control(.post, path + "/undelete", #"{"reason":"still needed"}"#)
  }

  /// Creates a flag with a key.
  @discardableResult
  func create(
    _ key: String = "new_checkout", _ document: String = document, more: String = "", query: String = acknowledge
  ) async -> Answer {
    await fixture.control(
      .post, Fixture.flags + query, #"{"key":"\#(key)","document":\#(document)\#(more)}"#)
  }

  /// The id of the flag that a key means.
  func id(_ key: String = "new_checkout") async throws -> String {
    try #require(await fixture.control(.get, Fixture.flags + "/\(key)")["id"]?.stringValue)
  }

  /// The rows of the audit log with an action.
  func rows(_ action: String) async -> [JSONValue] {
    let entries = await fixture.control(.get, "/api/v1/projects/shop/audit?limit=1000")["entries"]?.arrayValue ?? []
    return entries.filter { $0["action"]?.stringValue == action }
  }
}

/// Uses of flags as a test gives them.
final class GivenUses: FlagUsageSource {
  private let uses: Lock<[AppUse]>
  private let isAway = Lock(false)

  init(_ uses: [AppUse] = []) { self.uses = Lock(uses) }

  func set(_ uses: [AppUse]) { self.uses.withLock { $0 = uses } }

  func goAway() { isAway.withLock { $0 = true } }

  func uses(
    of flag: FlagRecord, since instant: Int64, in environments: [EnvironmentRecord]
  ) async throws(Problem) -> [AppUse] {
    if isAway.withLock({ $0 }) { throw Problem(.unavailable, "the test says so") }
    return uses.withLock { $0 }.filter { $0.lastAt >= instant }
  }

  func possibleUses(
    of flag: FlagRecord, since instant: Int64, in environments: [EnvironmentRecord]
  ) async throws(Problem) -> [AppUse] { [] }
}
