import Foundation
import SerinLock
import Testing

/// A probe that runs beside the tests, in a process of its own.
final class ProbeProcess: Sendable {
  private let process: Lock<Process>
  private let input = Pipe()
  private let output = Pipe()

  /// Starts a probe.
  ///
  /// - Parameters:
  ///   - name: The name of its executable, which is built beside the tests'.
  ///   - arguments: Its arguments.
  init(_ name: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = try Self.folder.appendingPathComponent(name)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = Lock(process)
  }

  var id: Int32 { process.withLock { $0.processIdentifier } }

  /// Waits until the probe has printed something, which it gives.
  func nextOutput() -> String {
    String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  }

  /// Lets the probe go on that waits for its input.
  func endInput() throws { try input.fileHandleForWriting.close() }

  /// Waits for the end, and gives what the probe printed.
  @discardableResult
  func waitForEnd() -> String {
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.withLock { $0 }.waitUntilExit()
    return text
  }

  /// Where the executables are: beside the one that runs the tests, or beside the bundle that it loaded.
  private static var folder: URL {
    get throws {
      let places = [CommandLine.arguments.first ?? "", Bundle.main.bundlePath]
      let folders = places.map { URL(fileURLWithPath: $0).deletingLastPathComponent() } + [Bundle.main.bundleURL]
      return try #require(folders.first { FileManager.default.fileExists(atPath: $0.path + "/SerinRunProbe") })
    }
  }
}
