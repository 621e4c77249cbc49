import Foundation
import SerinLock

@testable import Serin

/// Runs of one app, one after the other, that end as the test says.
struct AppRuns {
  let clock = TestClock()
  let host = TestHost()
  let folder: TemporaryFolder
  let path: String
  let files = FaultyFiles()
  let log = Recorder<FlagLogMessage>()
  let journal = Journal()
  let events = RecordedEvents()

  /// - Parameter path: Where the record is kept; nil makes a folder.
  init(at path: String? = nil) throws {
    folder = try TemporaryFolder()
    self.path = path ?? folder.url.appendingPathComponent("run").path
  }

  /// Where the clients of a bench keep their record.
  static func runFolder(in bench: Bench) -> String {
    let identity = AnswerIdentity(userID: nil, applicationCode: "shop", clientKey: "srn_client_key")
    return bench.folder.url.appendingPathComponent(identity.folder).appendingPathComponent("run").path
  }

  func configuration(_ configure: (inout FeatureFlags.Configuration) -> Void = { _ in }) -> FeatureFlags.Configuration {
    var configuration = FeatureFlags.Configuration(
      baseURL: URL(fileURLWithPath: "/"), applicationCode: "shop", clientKey: "key")
    configuration.clock = clock
    configuration.host = host
    configuration.processes = host.processes
    configuration.files = files
    configuration.applicationVersion = "1.0"
    configuration.applicationBuild = "1"
    configuration.log = { [log] in log.add($0) }
    configure(&configuration)
    return configuration
  }

  /// Starts the app.
  func start(
    isAppExtension: Bool = false, _ configure: (inout FeatureFlags.Configuration) -> Void = { _ in }
  ) -> RunRecorder {
    let run = RunRecorder(
      configuration(configure), folder: path, isAppExtension: isAppExtension,
      warning: StorageWarning { [log] in log.add($0) }, exposures: journal, sink: events)
    run.tellEnds()
    return run
  }

  /// The process is gone from one instant to the next.
  func kill(_ run: RunRecorder) { run.kill() }

  /// A run that comes to the front, exposes people to flags, and is gone after so many seconds.
  func diesInFront(after seconds: TimeInterval, exposing flags: [FeatureFlag] = []) {
    let run = start()
    run.enter(.active)
    for flag in flags { journal.add(flag, run) }
    clock.advance(by: seconds)
    kill(run)
  }

  var warnings: [String] { log.all.filter { $0.level == .warning }.map(\.text) }
}

extension RunRecorder {
  /// The process is gone from one instant to the next, as far as the record goes.
  func kill() {
    state.withLock { $0.access = .none }
    LiveFolders.release(folder ?? "", of: token)
  }
}

/// Exposures that outlive the process.
final class Journal: ExposureSource {
  private let byRun = Lock<[String: [FeatureFlag]]>([:])

  func add(_ flag: FeatureFlag, _ run: RunRecorder) {
    byRun.withLock { $0[run.token, default: []].append(flag) }
  }

  func exposures(ofRun token: String) -> [FeatureFlag] { byRun.withLock { $0[token] ?? [] } }
}

/// Remembers the events that it was given.
final class RecordedEvents: EventSink {
  struct Event: Sendable, Hashable {
    let type: String
    let body: JSONObject
    let exposures: [Exposure]
    let date: Date

    var id: String? { body["id"]?.stringValue }

    func keys(_ member: String) -> [String]? {
      body[member]?.arrayValue?.compactMap { $0["key"]?.stringValue }
    }
  }

  private let events = Recorder<Event>()
  /// How many events there were each time that they were to be sent at once.
  let hurries = Recorder<Int>()

  func append(type: String, body: JSONObject, exposures: [Exposure], at date: Date) {
    events.add(Event(type: type, body: body, exposures: exposures, date: date))
  }

  func sendNow() { hurries.add(events.count) }

  func of(_ type: String) -> [Event] { events.all.filter { $0.type == type } }
}
