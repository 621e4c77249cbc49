import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// What the system says about processes; tests replace it.
struct ProcessTable: Sendable {
  /// What is known of the process of a number.
  enum Status: Sendable, Hashable {
    case gone
    /// There is one, which began then by the system's own count; nil when the system does not say.
    case running(since: UInt64?)
  }

  /// This process.
  var current: Int32
  /// When this process began, by the system's own count; 0 when the system does not say.
  var currentStart: UInt64
  /// The system's boot, as 16 hexadecimal digits.
  var boot: String
  /// What is known of another process.
  var status: @Sendable (Int32) -> Status

  /// After so many milliseconds a run counts as over even when the system cannot tell: seven days.
  static let longestRun: UInt64 = 7 * 24 * 60 * 60 * 1000

  /// Whether a run is over for certain, so that what it left can be picked up.
  func isOver(_ run: RunToken, at now: Date) -> Bool {
    guard run.boot == boot else { return true }
    if run.process == current { return run.processStart != currentStart }
    switch status(run.process) {
    case .gone: return true
    case .running(since: let start?): return start != run.processStart
    case .running(since: nil):
      return now.timeIntervalSince1970 * 1000 > Double(run.startedAt) + Double(Self.longestRun)
    }
  }
}

extension ProcessTable {
  /// The system's own.
  static var system: ProcessTable {
    let process = getpid()
    return ProcessTable(
      current: process, currentStart: start(of: process) ?? 0,
      boot: String(SHA256.hexDigest(of: bootIdentity).prefix(16)),
      status: { process in
        // Signal 0 only asks; a process of somebody else answers that it may not be asked.
        guard kill(process, 0) == 0 || errno == EPERM else { return .gone }
        return .running(since: start(of: process))
      })
  }

  #if canImport(Darwin)
    private static var bootIdentity: [UInt8] {
      var buffer = [UInt8](repeating: 0, count: 64)
      var size = buffer.count
      guard sysctlbyname("kern.bootsessionuuid", &buffer, &size, nil, 0) == 0 else { return [] }
      return Array(buffer.prefix(size))
    }

    private static func start(of process: Int32) -> UInt64? {
      var query = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      guard sysctl(&query, UInt32(query.count), &info, &size, nil, 0) == 0, size > 0 else { return nil }
      let start = info.kp_proc.p_un.__p_starttime
      return UInt64(truncatingIfNeeded: start.tv_sec) &* 1_000_000 &+ UInt64(truncatingIfNeeded: start.tv_usec)
    }
  #else
    private static var bootIdentity: [UInt8] {
      (try? SystemFiles().read("/proc/sys/kernel/random/boot_id", limit: 1024)) ?? []
    }

    private static func start(of process: Int32) -> UInt64? {
      guard let bytes = try? SystemFiles().read("/proc/\(process)/stat", limit: 64 * 1024) else { return nil }
      // The name of the program, in parentheses, may hold spaces and parentheses; the start is the 20th field after it
      // (proc_pid_stat(5), field 22).
      let fields = bytes.split(separator: UInt8(ascii: ")")).last?.split(separator: UInt8(ascii: " ")) ?? []
      return fields.count > 19 ? UInt64(String(decoding: fields[19], as: UTF8.self)) : nil
    }
  #endif
}
