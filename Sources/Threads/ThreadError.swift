#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Why the system gave no thread.
package struct ThreadError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The `errno` that says why.
  package let code: Int32

  /// Creates an error.
  package init(code: Int32) { self.code = code }

  /// What happened, for a person.
  package var description: String { "cannot start a thread: \(String(cString: strerror(code)))" }
}
