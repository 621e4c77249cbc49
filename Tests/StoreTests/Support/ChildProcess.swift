import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A Python program that runs beside the tests.
final class ChildProcess {
  let pid: Int32
  private let output: FileHandle

  /// Starts the program and returns once it has printed a line.
  init(python program: String, arguments: [String]) throws {
    let pipe = Pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, 1)
    let words = ["/usr/bin/python3", "-c", program] + arguments
    var argv = words.map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    var started: pid_t = 0
    let code = posix_spawn(&started, words[0], &actions, nil, &argv, environ)
    try #require(code == 0, "\(words[0]) cannot be started: \(String(cString: strerror(code)))")
    pid = started
    output = pipe.fileHandleForReading
    try pipe.fileHandleForWriting.close()
    try #require(!output.availableData.isEmpty, "the child ended without a word")
  }

  /// Ends it as a loss of power would.
  func kill() {
    _ = Self.send(SIGKILL, to: pid)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
  }

  private static func send(_ signal: Int32, to pid: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.kill(pid, signal)
    #else
      Darwin.kill(pid, signal)
    #endif
  }
}
