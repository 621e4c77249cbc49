import SerinLock

@testable import Serin

/// A device that the test updates, restarts and fills with processes.
final class TestHost: HostSystem {
  struct Facts: Sendable {
    var boot = "boot-1"
    var osName = "Linux"
    var osVersion = "6.1.0"
    var deviceModel: String? = "Model1,1"
    var locale = "de-CH"
    var timeZone = "Europe/Zurich"
    var processID: Int32 = 100
    /// The living processes: when each started.
    var processes: [Int32: UInt64] = [100: 1]
  }

  let facts = Lock(Facts())

  /// Changes something about the device.
  func change(_ body: (inout Facts) -> Void) { facts.withLock { body(&$0) } }

  var osName: String { facts.withLock(\.osName) }
  var osVersion: String { facts.withLock(\.osVersion) }
  var deviceModel: String? { facts.withLock(\.deviceModel) }
  var locale: String { facts.withLock(\.locale) }
  var timeZone: String { facts.withLock(\.timeZone) }

  /// Its processes as they are now, and as one of them sees the others later.
  var processes: ProcessTable {
    let facts = facts.withLock { $0 }
    return ProcessTable(
      current: facts.processID, currentStart: facts.processes[facts.processID] ?? 0, boot: facts.boot,
      status: { [self] id in
        self.facts.withLock { facts in facts.processes[id].map { .running(since: $0) } ?? .gone }
      })
  }
}
