import Foundation

/// The built program, run as a process of its own.
enum Binary {
  /// Where it stands: beside the test bundle.
  static let path = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("serin").path

  /// Runs it, or another program, with the variables given and no others, in the folder given or the present one.
  static func run(
    _ words: [String], environment: [String: String] = [:], input: String = "", program: String = path,
    folder: String? = nil
  ) throws -> Outcome {
    let process = Process()
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    process.environment = environment
    let inputFile = try TemporaryFile(input)
    let outputFile = try TemporaryFile("")
    let messageFile = try TemporaryFile("")
    // Files, not pipes: neither side can fill one up and wait for the other.
    process.standardInput = FileHandle(forReadingAtPath: inputFile.path)
    process.standardOutput = FileHandle(forWritingAtPath: outputFile.path)
    process.standardError = FileHandle(forWritingAtPath: messageFile.path)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      code: process.terminationStatus, output: try text(of: outputFile), messages: try text(of: messageFile))
  }

  private static func text(of file: TemporaryFile) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: file.path)), as: UTF8.self)
  }
}
