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

/// The operating system itself.
package struct SystemHost: HostSystem {
  /// Creates the access.
  package init() {}

  package var osName: String {
    #if os(iOS)
      "iOS"
    #elseif os(macOS)
      "macOS"
    #elseif os(tvOS)
      "tvOS"
    #elseif os(watchOS)
      "watchOS"
    #elseif os(visionOS)
      "visionOS"
    #elseif os(Android)
      "Android"
    #else
      "Linux"
    #endif
  }

  package var osVersion: String {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    return "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
  }

  package var locale: String { Self.tag(ofLocale: Locale.current.identifier) }

  package var processID: Int32 { getpid() }

  /// A locale's identifier as a language tag (BCP 47): `de-CH` for `de_CH@calendar=iso8601`.
  static func tag(ofLocale identifier: String) -> String {
    identifier.prefix { $0 != "@" && $0 != "." }.replacingOccurrences(of: "_", with: "-")
  }
}

#if canImport(Darwin)
  extension SystemHost {
    package var bootID: String? { Self.systemText("kern.bootsessionuuid") }

    package var deviceModel: String? {
      #if os(macOS)
        Self.systemText("hw.model")
      #else
        Self.systemText("hw.machine")
      #endif
    }

    /// Microseconds since 1970.
    ///
    /// A sandbox may tell nothing of other processes; then none of them counts as alive, and on the systems where that is
    /// so an app has one process only.
    package func processStart(_ id: Int32) -> UInt64? {
      var query: [Int32] = [CTL_KERN, KERN_PROC, KERN_PROC_PID, id]
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      guard sysctl(&query, u_int(query.count), &info, &size, nil, 0) == 0, size > 0 else { return nil }
      let start = info.kp_proc.p_un.__p_starttime
      return UInt64(exactly: Int64(start.tv_sec) * 1_000_000 + Int64(start.tv_usec))
    }

    private static func systemText(_ name: String) -> String? {
      var size = 0
      guard sysctlbyname(name, nil, &size, nil, 0) == 0, size > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
#else
  extension SystemHost {
    package var bootID: String? {
      guard let bytes = try? SystemFiles().read("/proc/sys/kernel/random/boot_id", limit: 128) else { return nil }
      let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      return text.isEmpty ? nil : text
    }

    package var deviceModel: String? { nil }

    /// Clock ticks since the device started: field 22 of `/proc/PID/stat`, see proc_pid_stat(5).
    package func processStart(_ id: Int32) -> UInt64? {
      guard let bytes = try? SystemFiles().read("/proc/\(id)/stat", limit: 4096) else { return nil }
      return Self.startTicks(inStat: String(decoding: bytes, as: UTF8.self))
    }

    /// The second field is the program's name in parentheses, which may hold spaces and parentheses itself.
    static func startTicks(inStat text: String) -> UInt64? {
      guard let end = text.lastIndex(of: ")") else { return nil }
      let fields = text[text.index(after: end)...].split(separator: " ")
      // The first of these is field 3.
      return fields.count > 19 ? UInt64(fields[19]) : nil
    }
  }
#endif
