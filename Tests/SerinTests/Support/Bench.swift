import Foundation
import SerinLock

@testable import Serin

/// Everything a client stands on, as the test's own: clock, network, lifecycle and folder.
struct Bench: Sendable {
  let clock: TestClock
  let transport: any FlagTransport
  let lifecycle: TestLifecycle
  let folder: TemporaryFolder
  let host = TestHost()
  let log = Recorder<String>()

  init(
    _ transport: any FlagTransport, lifecycle: TestLifecycle = TestLifecycle(), clock: TestClock = TestClock()
  ) throws {
    self.clock = clock
    self.transport = transport
    self.lifecycle = lifecycle
    folder = try TemporaryFolder()
  }

  /// A client; one after the other with the same bench are launches of the same app.
  func client(
    user: String? = "alice", device: String? = nil, sources: [any FlagSource] = [.overrides, .remote],
    _ configure: (inout FeatureFlags.Configuration) -> Void = { _ in }
  ) -> FeatureFlags {
    var configuration = FeatureFlags.Configuration(
      baseURL: URL(string: "https://flags.example")!, applicationCode: "shop", clientKey: "srn_client_key",
      context: FlagContext(userID: user, deviceID: device))
    configuration.storage = .directory(folder.url)
    configuration.clock = clock
    configuration.transport = transport
    configuration.lifecycle = lifecycle
    // Most tests look at whole contexts and folders; what is added to those has tests of its own.
    configuration.collectsDeviceAttributes = false
    configuration.mintsDeviceID = false
    configuration.host = host
    configuration.log = { [log] in log.add($0.text) }
    configure(&configuration)
    return FeatureFlags(configuration, sources: sources)
  }

  /// A client whose app is in the foreground, as far as it has been told.
  func activeClient(
    user: String? = "alice", sources: [any FlagSource] = [.overrides, .remote],
    _ configure: (inout FeatureFlags.Configuration) -> Void = { _ in }
  ) async throws -> FeatureFlags {
    let flags = client(user: user, sources: sources, configure)
    let earlier = lifecycle.followerCount
    flags.start()
    try await until("the client follows the lifecycle") { lifecycle.followerCount > earlier }
    lifecycle.enter(.active)
    try await until("the session has begun") { flags.engine.core.withLock { $0.session.isActive } }
    return flags
  }

  /// Waits until the client has done everything that is due by now, deliveries to the main thread included.
  func settle(_ flags: FeatureFlags) async throws {
    try await until("everything due is done") {
      flags.engine.core.withLock { state in
        (state.timer?.due ?? .infinity) > clock.uptime && state.outbox.isEmpty && !state.isDelivering
      }
    }
  }

  /// Waits until the client has no request under way, too.
  func settleRequests(_ flags: FeatureFlags) async throws {
    try await until("no request is under way") { flags.engine.core.withLock { $0.flight == nil } }
    try await settle(flags)
  }

  /// Waits until no source of the app's own is being asked, too.
  func settleSources(_ flags: FeatureFlags) async throws {
    try await until("no source is being asked") {
      flags.engine.core.withLock { state in state.sources.allSatisfy { $0.question == nil } }
    }
    try await settleRequests(flags)
  }

  /// Puts the app in background for so long, with its timers frozen, and brings it back.
  func pause(for seconds: TimeInterval, _ flags: FeatureFlags) async throws {
    lifecycle.enter(.background)
    try await until("in background") { flags.engine.core.withLock { !$0.session.isActive } }
    try await armed(flags)
    clock.advance(by: seconds, frozen: true)
    lifecycle.enter(.active)
    try await until("in the foreground") { flags.engine.core.withLock { $0.session.isActive } }
  }

  /// Lets time pass and waits until the client has done what became due.
  func advance(by seconds: TimeInterval, _ flags: FeatureFlags) async throws {
    try await armed(flags)
    clock.advance(by: seconds)
    try await settle(flags)
  }

  /// Waits until the client's timer sleeps, so that time which passes now is counted by it.
  func armed(_ flags: FeatureFlags) async throws {
    try await until("the timer sleeps") {
      guard let due = flags.engine.core.withLock({ $0.timer?.due }) else { return true }
      return clock.hasSleeper(until: due)
    }
  }

  /// The files of stored answers, sorted by path.
  var answerFiles: [URL] { folder.files.filter { $0.pathExtension == "json" } }

  /// The bytes of the only stored answer.
  func storedFile() throws -> Data {
    let files = answerFiles
    guard files.count == 1 else { throw NeverHappened(description: "one file, but there are \(files.count)") }
    return try Data(contentsOf: files[0])
  }
}
