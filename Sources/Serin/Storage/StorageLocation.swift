import Foundation

extension FeatureFlags.Configuration.Storage {
  /// The path of the folder, or nil for memory.
  var folder: String? {
    switch self {
    case .memory: nil
    case .directory(let url): url.isFileURL ? url.path : nil
    case .appGroup(let identifier): Self.sharedFolder(identifier)
    case .automatic: Self.automaticFolder
    }
  }

  private static func sharedFolder(_ identifier: String) -> String? {
    #if canImport(Darwin)
      FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: identifier)?
        .appendingPathComponent("Library/Application Support/Serin").path
    #else
      nil
    #endif
  }

  private static var automaticFolder: String? {
    #if canImport(Darwin)
      #if os(tvOS)
        // Nothing else can be written on the device, though the simulator allows it.
        let directory = FileManager.SearchPathDirectory.cachesDirectory
      #else
        let directory = FileManager.SearchPathDirectory.applicationSupportDirectory
      #endif
      guard let base = FileManager.default.urls(for: directory, in: .userDomainMask).first else { return nil }
      // Outside a sandbox, as on macOS, the folder is shared by all of the user's programs.
      let program = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
      return base.appendingPathComponent(program).appendingPathComponent("Serin").path
    #else
      stateFolder(ProcessInfo.processInfo.environment)
    #endif
  }

  /// The folder of the XDG base directory specification for state that outlives a run.
  static func stateFolder(_ environment: [String: String]) -> String? {
    // The specification has relative paths ignored.
    if let path = environment["XDG_STATE_HOME"], path.hasPrefix("/") { return "\(path)/serin" }
    if let home = environment["HOME"], home.hasPrefix("/") { return "\(home)/.local/state/serin" }
    return nil
  }
}
