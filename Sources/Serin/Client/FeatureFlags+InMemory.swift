import Foundation

extension FeatureFlags {
  /// A client for previews and tests: it has these flags at once, reads and writes no file and asks nobody.
  ///
  /// - Parameters:
  ///   - snapshot: The flags.
  ///   - allowsOverrides: Whether values may be set on top of them.
  public static func inMemory(
    _ snapshot: FlagsSnapshot = FlagsSnapshot(), allowsOverrides: Bool = true
  ) -> FeatureFlags {
    // The address is never used: the server is not among the sources.
    let nowhere = URL(fileURLWithPath: "/")
    var configuration = Configuration(baseURL: nowhere, applicationCode: "", clientKey: "")
    configuration.storage = .memory
    configuration.lifecycle = AlwaysActiveLifecycle()
    configuration.allowsOverrides = allowsOverrides
    return FeatureFlags(configuration, sources: [.overrides, SnapshotSource(snapshot)])
  }
}
