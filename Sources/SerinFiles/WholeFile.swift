#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Files that are read and written as a whole, without Foundation.
package enum WholeFile {
  private static let pieceSize = 64 * 1024

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes that are taken.
  package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(path: path, operation: "read", number: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: pieceSize)
    while true {
      let count = piece.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
      let number = errno
      if count == 0 { return bytes }
      if count < 0 {
        if number == EINTR { continue }
        throw FileError(path: path, operation: "read", number: number)
      }
      bytes += piece[..<count]
      guard bytes.count <= limit else { throw FileError(path: path, operation: "read", number: nil) }
    }
  }

  /// Writes a file, unless it holds the same bytes already, so that a build has nothing to do for it.
  ///
  /// Readers see the old content or the new one, never a part: the bytes go to a temporary file beside it, which then
  /// takes its name and keeps its permissions. A link stays one, and the file that it points to is written, also one that
  /// is not there yet. Whatever is no regular file, such as a device or a pipe, is neither read nor replaced: it gets the
  /// bytes.
  ///
  /// While the file is replaced, signals that end the process wait until nothing is left beside it; what a process left
  /// that ended all the same, the next one removes.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  package static func write(_ bytes: [UInt8], to path: String) throws(FileError) -> Bool {
    guard let target = FilePath.behindLinks(path) else {
      throw FileError(path: path, operation: "write", number: ELOOP)
    }
    var present = stat()
    let isThere = stat(path, &present) == 0
    let isFile = isThere && present.st_mode & S_IFMT == S_IFREG
    if isFile, let old = try? read(path, limit: bytes.count), old == bytes {
      TemporaryFile.removeLeftovers(beside: target)
      return false
    }
    // A pipe may take any time, and there is nothing beside it.
    let signals = isThere && !isFile ? nil : SignalDeferral()
    defer { signals?.end() }
    let file = try FileReplacement(path)
    try file.write(bytes)
    try file.commit()
    return true
  }

  /// Writes bytes to an open descriptor; gives the system's error number when that fails.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      let number = errno
      if count > 0 {
        rest.removeFirst(count)
      } else if number != EINTR {
        return number
      }
    }
    return nil
  }

  // The names of this type's own functions hide the system's.

  private static func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer, count)
    #elseif canImport(Glibc)
      Glibc.read(descriptor, buffer, count)
    #elseif canImport(Musl)
      Musl.read(descriptor, buffer, count)
    #endif
  }

  private static func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, buffer, count)
    #elseif canImport(Glibc)
      Glibc.write(descriptor, buffer, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, buffer, count)
    #endif
  }
}
