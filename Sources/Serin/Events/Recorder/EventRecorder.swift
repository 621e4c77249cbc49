import Dispatch
import Foundation
import SerinLock

/// Takes down what happens, so that the server hears of it once, whatever becomes of this process.
///
/// What is recorded is in a ring that survives the process before the call returns. From there it goes to the queue of
/// events and to the run's history of exposures, off the caller's thread; all work with files but the making of the ring is
/// done on one serial queue.
final class EventRecorder: EnginePart {
  /// Names this run in all file names.
  let run: RunToken
  let ids: EventIDGenerator
  let queue: EventQueue
  let sender: EventSender
  let serial = DispatchQueue(label: "Serin.EventRecorder", qos: .utility)
  let configuration: FeatureFlags.Configuration
  let isAppExtension: Bool
  let processes: ProcessTable
  /// The path of the folder of all events; nil keeps them in memory.
  let folder: String?
  let state: Lock<RecorderState>
  let experiments: ExperimentMemory
  /// Says once that something about the storage does not work.
  let warning: StorageWarning

  var clock: any FlagClock { configuration.clock }
  var files: any StorageFiles { configuration.files }

  /// Creates a recorder, which touches no file before something is recorded or the client is started.
  ///
  /// - Parameters:
  ///   - folder: The folder of the application and key; nil keeps events in memory.
  ///   - canSend: Whether requests can be made with the configuration at all.
  ///   - warning: Says that the storage does not work, once for all who use it.
  init(
    _ configuration: FeatureFlags.Configuration, folder: String?, isAppExtension: Bool, canSend: Bool,
    warning: StorageWarning
  ) {
    self.configuration = configuration
    self.warning = warning
    self.isAppExtension = isAppExtension
    let folder = folder.map { "\($0)/events" }
    self.folder = folder
    processes = configuration.processes
    run = RunToken(processes, at: configuration.clock.now)
    ids = EventIDGenerator(random: configuration.randomBits)
    // The application owns the queue's file; an extension leaves its events beside it.
    queue = EventQueue(
      path: isAppExtension ? nil : folder.map { "\($0)/\(Self.queueName)" }, files: configuration.files,
      warning: warning)
    sender = EventSender(configuration, queue: queue, serial: serial, canSend: canSend && !isAppExtension)
    experiments = ExperimentMemory(
      path: folder.map { "\($0)/\(Self.experimentsName)" }, isReadOnly: isAppExtension, files: configuration.files)
    let session = ids.next(at: configuration.clock.now).text
    var state = RecorderState(session: session)
    if folder == nil { state.journal = .memory }
    self.state = Lock(state)
  }

  static let queueName = "queue"
  static let experimentsName = "experiments.json"
  static let ringSuffix = ".ring"
  static let batchSuffix = ".batch"
  static let exposuresSuffix = ".exposures"

  func engine(_ engine: FlagEngine, did event: EngineEvent, at moment: Moment) {
    switch event {
    case .started:
      collect()
    case .sessionBegan:
      beginSession(at: moment)
    case .phase(.active):
      sender.setActive(true)
      collect()
      // The reports of how earlier runs ended are in the journal by now, or in what was just picked up.
      flush { engine.reportsAreOut() }
    case .phase(.background), .phase(.terminating):
      sender.setActive(false)
      flush(then: configuration.beginBackgroundActivity())
    case .phase(.storageAvailable):
      collect()
    case .phase(.networkAvailable):
      serial.async { [sender] in sender.flush(skipsPause: true) }
    case .closed:
      close()
    case .contextChanged, .answered:
      break
    }
  }

  /// The engine whose flags are seen; given once, when there is one.
  func attach(_ engine: FlagEngine) {
    state.withLock { $0.engine = engine }
  }

  /// Whether files may be there that cannot be read before the device is unlocked; nothing is sent or written then.
  var isLocked: Bool {
    state.withLock(\.engine)?.core.withLock { $0.gate == .locked } ?? false
  }

  /// Sends what waits, once everything recorded so far is in the queue.
  ///
  /// - Parameter end: Called once all that is sent, or cannot be sent now; see ``EventSender/flush(skipsPause:then:)``.
  func flush(skipsPause: Bool = false, then end: @escaping @Sendable () -> Void = {}) {
    serial.async { [self] in
      drain()
      guard !isLocked else { return end() }
      sender.flush(skipsPause: skipsPause, then: end)
    }
  }

  private func beginSession(at moment: Moment) {
    let id = ids.next(at: moment.now).text
    state.withLock { state in
      // The first session began with the run as far as events are concerned.
      if state.hasSession {
        state.session = id
        state.impressions = ImpressionMarks()
      }
      state.hasSession = true
    }
  }
}
