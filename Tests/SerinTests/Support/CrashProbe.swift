import Foundation

/// The program that stands for an app, or an extension, which ends in the middle of things.
enum CrashProbe {
  /// Where it stands: beside the test bundle.
  private static let path = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("SerinCrashProbe").path

  /// Starts it; see the program for the words.
  static func start(_ folder: TemporaryFolder, role: String = "app", ending: String, seen: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [folder.url.path, role, ending] + seen
    process.standardError = FileHandle.nullDevice
    // Without a file of its memory at the place where the test runs.
    process.currentDirectoryURL = folder.url
    try process.run()
    return process
  }

  /// Runs it to its end.
  @discardableResult
  static func run(_ folder: TemporaryFolder, role: String = "app", ending: String, seen: [String]) throws -> Int32 {
    let process = try start(folder, role: role, ending: ending, seen: seen)
    process.waitUntilExit()
    return process.terminationStatus
  }
}
