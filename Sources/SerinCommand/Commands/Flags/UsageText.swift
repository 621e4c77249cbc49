import SerinFlags

/// How versions of apps are shown.
enum UsageText {
  /// A version; clients need not say theirs.
  static func version(_ use: JSONValue) -> String {
    let version = FlagText.plain(use["appVersion"] ?? .null)
    return version.isEmpty ? "(not said)" : version
  }
}
