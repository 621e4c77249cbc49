import Foundation

/// What one run of the app leaves behind about itself, so that the next start can tell how it ended.
///
/// All uptimes are seconds of the monotonic clock that counts sleep; they compare within one boot only.
struct RunRecord: Sendable, Hashable {
  /// The run's own random name.
  let token: String
  let process: ProcessMark
  let startedAt: Date
  let startedUptime: TimeInterval
  let system: SystemMark
  /// The app's version and build, which the host may not know.
  let version: String?
  let build: String?

  var phase = RunPhase.launching
  var phaseSince: TimeInterval
  /// When the app first came in front of a person.
  var activeSince: TimeInterval?
  /// When the run was last seen alive.
  var lastSeen: TimeInterval
  /// Whether the run came to its end in order.
  var isClean = false

  /// A death earlier than so many seconds after the app came to the front says that starting it is what fails.
  static let earlySeconds: TimeInterval = 10

  /// A run that begins now.
  init(token: String, process: ProcessMark, system: SystemMark, version: String?, build: String?, at moment: Moment) {
    self.token = token
    self.process = process
    self.system = system
    self.version = version
    self.build = build
    startedAt = moment.now
    startedUptime = moment.uptime
    phaseSince = moment.uptime
    lastSeen = moment.uptime
  }

  /// The app enters a phase.
  mutating func enter(_ phase: RunPhase, at uptime: TimeInterval) {
    if phase != self.phase { phaseSince = uptime }
    self.phase = phase
    if phase == .active, activeSince == nil { activeSince = uptime }
    lastSeen = uptime
  }

  /// For how many seconds the run is known to have lasted.
  var duration: TimeInterval { max(0, lastSeen - startedUptime) }

  /// When the run was last seen alive, by the wall clock of its start.
  var lastSeenAt: Date { startedAt.addingTimeInterval(duration) }

  /// Whether the run was seen less than ten seconds from when it came to the front.
  ///
  /// From then and not from the start of the process, which the system may make long before a person opens the app.
  var isEarly: Bool { lastSeen - (activeSince ?? startedUptime) < Self.earlySeconds }
}

/// What tells a process from a later one with the same number.
struct ProcessMark: Sendable, Hashable {
  let id: Int32
  /// When the kernel says it started, in the kernel's own unit; 0 where it does not say.
  let start: UInt64
}

/// What the device ran on.
struct SystemMark: Sendable, Hashable {
  /// What tells the time since the device started from earlier ones.
  let boot: String
  let version: String
}
