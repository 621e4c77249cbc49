#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why a file could not be read or written.
package struct FileError: Error, Sendable, Hashable {
  /// The file.
  package let path: String
  /// What was tried, such as `read`.
  package let operation: String
  /// The system's error number, such as `ENOENT`; nil when the file was larger than the most that is taken.
  package let number: Int32?

  init(path: String, operation: String, number: Int32?) {
    self.path = path
    self.operation = operation
    self.number = number
  }

  /// Whether the file, or the folder that it should be in, is not there.
  package var isMissing: Bool { number == ENOENT }
}

extension FileError: CustomStringConvertible {
  /// The error in words: `cannot read flags.json: No such file or directory`.
  package var description: String {
    let reason = number.map { String(cString: strerror($0)) } ?? "it is too large"
    return "cannot \(operation) \(path): \(reason)"
  }
}
