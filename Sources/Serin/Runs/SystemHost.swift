import Foundation

#if canImport(Darwin)
  import Darwin
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

  package var timeZone: String { TimeZone.current.identifier }

  package var locale: String { Self.tag(ofLocale: Locale.current.identifier) }

  /// A locale's identifier as a language tag (BCP 47): `de-CH` for `de_CH@calendar=iso8601`.
  static func tag(ofLocale identifier: String) -> String {
    identifier.prefix { $0 != "@" && $0 != "." }.replacingOccurrences(of: "_", with: "-")
  }
}

#if canImport(Darwin)
  extension SystemHost {
    package var deviceModel: String? {
      #if os(macOS)
        Self.systemText("hw.model")
      #else
        Self.systemText("hw.machine")
      #endif
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
    package var deviceModel: String? { nil }
  }
#endif
