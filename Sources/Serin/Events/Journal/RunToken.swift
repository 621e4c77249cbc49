import Foundation

/// Names one run of the app: what is written while it lasts carries the name.
///
/// The name holds what tells later whether the run is over: the system's boot, the process and when that began. A number
/// of a process alone does not, since systems give it out again, containers nearly always the same one.
struct RunToken: Sendable, Hashable {
  /// When the run began, in milliseconds since 1970.
  let startedAt: UInt64
  /// The number of the process.
  let process: Int32
  /// When the process began, by the system's own count; 0 when it does not say.
  let processStart: UInt64
  /// The system's boot, as 16 hexadecimal digits.
  let boot: String
  /// Tells two clients of one process apart.
  let chance: UInt32

  /// The start of all file names of the run.
  var name: String {
    let process = Self.hex(UInt64(UInt32(bitPattern: process)))
    return [Self.hex(startedAt), process, Self.hex(processStart), boot, Self.hex(UInt64(chance))].joined(separator: "-")
  }

  private static func hex(_ value: UInt64) -> String { String(value, radix: 16) }
}

extension RunToken {
  /// The token of a run that begins now in this process.
  init(_ processes: ProcessTable, at now: Date) {
    let milliseconds = now.milliseconds
    self.init(
      startedAt: milliseconds > 0 ? UInt64(min(milliseconds, 1e15)) : 0, process: processes.current,
      processStart: processes.currentStart, boot: processes.boot, chance: .random(in: .min ... .max))
  }

  /// Reads a name.
  ///
  /// - Returns: nil for anything that is not a run's name.
  init?(name: some StringProtocol) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 5, let startedAt = UInt64(parts[0], radix: 16), let process = UInt32(parts[1], radix: 16),
      let processStart = UInt64(parts[2], radix: 16), parts[3].utf8.count == 16,
      parts[3].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      let chance = UInt32(parts[4], radix: 16)
    else { return nil }
    self.init(
      startedAt: startedAt, process: Int32(bitPattern: process), processStart: processStart, boot: String(parts[3]),
      chance: chance)
  }
}
