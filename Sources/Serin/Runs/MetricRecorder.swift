import Foundation
import SerinLock

/// Adds up what the app records, and hands it over as events.
///
/// One event tells of one window: values of the same session, the same user and device, and the same exposures. Whatever
/// of these changes ends the window first, so that no value is put down to a flag that came after it.
final class MetricRecorder: Sendable {
  /// So many names are kept in a run; an app that makes names up would fill memory and the server otherwise.
  static let maximumNames = 200
  static let maximumNameBytes = 100

  private struct State: Sendable {
    var names: Set<ExactString> = []
    var window = MetricWindow()
    var session: String?
    var units = JSONObject()
    var generation: UInt64 = 0
    var exposed: [ExactString: FeatureFlag] = [:]
    var hasWarned = false
  }

  private let state = Lock(State())
  private let sink: any EventSink
  private let log: (@Sendable (FlagLogMessage) -> Void)?

  init(sink: any EventSink, log: (@Sendable (FlagLogMessage) -> Void)?) {
    self.sink = sink
    self.log = log
  }

  func addError(_ name: String, at date: Date) { add(.error, name, at: date) }

  func add(_ name: String, _ amount: Double, at date: Date) { add(.amount(amount), name, at: date) }

  func addLatency(_ name: String, seconds: TimeInterval, at date: Date) { add(.seconds(seconds), name, at: date) }

  /// A session begins; the one that is known already goes on.
  ///
  /// - Parameter id: The session's id, which other events carry, too.
  func beginSession(_ id: String, at date: Date) {
    change(at: date) { state in
      guard state.session != id else { return false }
      state.session = id
      state.exposed = [:]
      return true
    }
  }

  /// Another user or device; older generations than the one that is known are left aside.
  func setUnits(of context: FlagContext, generation: UInt64, at date: Date) {
    change(at: date) { state in
      guard generation >= state.generation else { return false }
      state.generation = generation
      var units = JSONObject()
      if let userID = context.userID { units["userID"] = .string(userID) }
      if let deviceID = context.deviceID { units["deviceID"] = .string(deviceID) }
      guard units != state.units else { return false }
      defer { state.units = units }
      // Before any id is known, as on a locked device, values belong to whoever it turns out to be.
      guard !state.units.isEmpty else { return false }
      state.exposed = [:]
      return true
    }
  }

  /// A person was exposed to a flag in that state, from now on.
  func exposed(_ flag: FeatureFlag, at date: Date) {
    change(at: date) { state in
      let key = ExactString(flag.key)
      guard state.exposed[key] != flag else { return false }
      state.exposed[key] = flag
      return true
    }
  }

  /// Hands over what was recorded so far.
  func flush(at date: Date) {
    change(at: date) { _ in true }
  }

  /// Changes what the values belong to; when it says that something changed, the window so far ends first.
  private func change(at date: Date, _ body: (inout State) -> Bool) {
    let ended = state.withLock { state -> State? in
      let before = state
      guard body(&state), !before.window.isEmpty else { return nil }
      state.window = MetricWindow()
      return before
    }
    guard let ended else { return }
    let exposures = ended.exposed.sorted { $0.key < $1.key }.map { Exposure($0.value) }
    sink.append(type: "metric", body: Self.body(of: ended, until: date), exposures: exposures, at: date)
  }

  private func add(_ value: MetricWindow.Value, _ name: String, at date: Date) {
    let isFirstRefusal = state.withLock { state in
      let name = ExactString(name)
      guard Self.isUsable(value), Self.isUsable(name, among: state.names) else {
        state.window.refuse(at: date)
        defer { state.hasWarned = true }
        return !state.hasWarned
      }
      state.names.insert(name)
      state.window.add(value, name, at: date)
      return false
    }
    guard isFirstRefusal else { return }
    let text = "a metric was not kept: its name is empty or too long, there are too many names, or it is no number"
    log?(FlagLogMessage(level: .warning, text: text))
  }

  private static func isUsable(_ value: MetricWindow.Value) -> Bool {
    switch value {
    case .error: true
    case .amount(let amount): amount.isFinite
    case .seconds(let seconds): seconds.isFinite && seconds >= 0
    }
  }

  private static func isUsable(_ name: ExactString, among names: Set<ExactString>) -> Bool {
    guard (1...maximumNameBytes).contains(name.string.utf8.count) else { return false }
    return names.contains(name) || names.count < maximumNames
  }

  private static func body(of state: State, until date: Date) -> JSONObject {
    var body = state.window.json
    if let startedAt = state.window.startedAt { body["from"] = .number(startedAt.milliseconds) }
    body["to"] = .number(date.milliseconds)
    if let session = state.session { body["session"] = .string(session) }
    body["units"] = .object(state.units)
    return body
  }
}
