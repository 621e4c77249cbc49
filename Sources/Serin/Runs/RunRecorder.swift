import Dispatch
import Foundation
import SerinLock

/// Keeps the record of this run and knows how the one before it ended.
///
/// Reading happens on the caller's thread: once at the start, and once more when the files could not be read then. The
/// record is written on a queue that the caller waits for: it is one write to the system's memory, and a phase that is
/// not on record when the app dies in it would tell the next start something wrong.
final class RunRecorder: Sendable {
  /// This run's own name.
  let token: String
  /// What the app records of its own work.
  let metrics: MetricRecorder

  let configuration: FeatureFlags.Configuration
  let folder: String?
  let isAppExtension: Bool
  let warning: StorageWarning
  let exposures: any ExposureSource
  let sink: any EventSink
  let state: Lock<State>
  private let queue = DispatchQueue(label: "Serin.RunRecorder", qos: .userInitiated)

  /// What is known of this run and the earlier ones.
  struct State: Sendable {
    var access = Access.none
    var record: RunRecord
    var history = RunHistory()
    /// How the run before this one ended, and its token.
    var previous: (exit: PreviousExit, token: String)?
    /// What the crash reporter said before the earlier run could be read.
    var earlyCrash: PastRun.Crash?
    /// The runs whose events were given to the queue in this run.
    var told: Set<String> = []
    var beating: Task<Void, Never>?
    var isClosed = false
  }

  /// Who may touch the files.
  enum Access: Sendable {
    /// Nobody: there are none, they cannot be written, or this is an app extension.
    case none
    /// Another living client has them.
    case taken
    /// There may be files that cannot be read yet.
    case locked
    /// This run, which writes here.
    case open(InPlaceFile)
  }

  /// Between two signs of life while the app is in front of a person.
  static let beat: TimeInterval = 60

  /// Creates the recorder, reads what the earlier run left and begins this one.
  ///
  /// - Parameters:
  ///   - token: This run's own name, random unless one is given.
  ///   - folder: The folder of the files; nil keeps nothing.
  ///   - exposures: Who knows the exposures of the earlier run.
  ///   - sink: Who takes the events.
  init(
    _ configuration: FeatureFlags.Configuration, token: String = newToken(), folder: String?, isAppExtension: Bool,
    warning: StorageWarning, exposures: any ExposureSource, sink: any EventSink
  ) {
    self.token = token
    self.configuration = configuration
    self.folder = folder
    self.isAppExtension = isAppExtension
    self.warning = warning
    self.exposures = exposures
    self.sink = sink
    metrics = MetricRecorder(sink: sink, log: configuration.log)
    let processes = configuration.processes
    let record = RunRecord(
      token: token, process: ProcessMark(id: processes.current, start: processes.currentStart),
      system: SystemMark(boot: processes.boot, version: configuration.host.osVersion),
      version: configuration.applicationVersion, build: configuration.applicationBuild,
      at: Moment(configuration.clock))
    state = Lock(State(record: record))
    guard let folder else { return }
    if isAppExtension {
      state.withLock { $0.history = (try? readHistory(folder)) ?? RunHistory() }
    } else if LiveFolders.claim(folder, for: token, atExit: { [weak self] in self?.end() }) {
      state.withLock { $0.access = .locked }
      open(isLastTry: false)
    } else {
      leaveToOther()
    }
  }

  /// A random name for a run.
  static func newToken() -> String { UUID().uuidString.lowercased() }

  /// How the run before this one ended; nil when there was none or it cannot be read.
  var previousExit: PreviousExit? { state.withLock { $0.previous?.exit } }

  /// The flags that answer with their defaults until the server answers, since they may be what ends the app.
  var suspects: Set<ExactString> {
    configuration.guardsAgainstCrashLoops ? state.withLock { $0.history.suspects } : []
  }

  /// Whether the files may be there but cannot be read yet.
  var isLocked: Bool {
    state.withLock { if case .locked = $0.access { true } else { false } }
  }

  /// Whether another living client has the folder, so that nothing may be written to it.
  var isTaken: Bool {
    state.withLock { if case .taken = $0.access { true } else { false } }
  }

  /// Writes the record as it is now, and returns once that is done.
  func writeRecord() {
    let failure = queue.sync { () -> StorageError? in
      // Looked at here and not by the caller, so that a record is never replaced by an older one.
      let (access, record) = state.withLock { ($0.access, $0.record) }
      guard case .open(let file) = access else { return nil }
      do throws(StorageError) {
        try file.write(RunBlock.bytes(of: record), at: 0)
        return nil
      } catch {
        return error
      }
    }
    // Not on the queue: the app may close the client, or end the process, when it is told.
    if let failure { warning("the record of the run cannot be written: \(failure)") }
  }

  /// Writes the history as it is now, and returns once that is done.
  ///
  /// - Parameter isTakingOver: Whether the folder is only just becoming this run's.
  /// - Returns: Whether it was written.
  @discardableResult
  func writeHistory(isTakingOver: Bool = false) -> Bool {
    guard let folder else { return false }
    let (isWritten, failure) = queue.sync { () -> (Bool, StorageError?) in
      let (access, history) = state.withLock { ($0.access, $0.history) }
      switch access {
      case .open: break
      case .locked where isTakingOver: break
      default: return (false, nil)
      }
      do throws(StorageError) {
        try configuration.files.replaceSoon(Self.historyPath(folder), with: history.bytes)
        return (true, nil)
      } catch {
        return (false, error)
      }
    }
    if let failure { warnOfMemory(failure) }
    return isWritten
  }

  func warnOfMemory(_ error: StorageError) {
    warning("flags are kept in memory only, the storage cannot be written: \(error)")
  }

  static func recordPath(_ folder: String) -> String { "\(folder)/current" }
  static func historyPath(_ folder: String) -> String { "\(folder)/history" }
}
