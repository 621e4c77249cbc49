import Serin
import SerinLock

/// A device that the test updates, restarts and fills with processes.
final class TestHost: HostSystem {
  struct Facts: Sendable {
    var bootID: String? = "boot-1"
    var osName = "Linux"
    var osVersion = "6.1.0"
    var deviceModel: String? = "Model1,1"
    var locale = "de-CH"
    var processID: Int32 = 100
    /// The living processes: when each started.
    var processes: [Int32: UInt64] = [100: 1]
  }

  let facts = Lock(Facts())

  /// Changes something about the device.
  func change(_ body: (inout Facts) -> Void) { facts.withLock { body(&$0) } }

  var bootID: String? { facts.withLock(\.bootID) }
  var osName: String { facts.withLock(\.osName) }
  var osVersion: String { facts.withLock(\.osVersion) }
  var deviceModel: String? { facts.withLock(\.deviceModel) }
  var locale: String { facts.withLock(\.locale) }
  var processID: Int32 { facts.withLock(\.processID) }
  func processStart(_ id: Int32) -> UInt64? { facts.withLock { $0.processes[id] } }
}
