#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is written piece by piece and takes its name only once it is whole.
///
/// Readers see the old content or the new one, never a part: the bytes go to a temporary file beside it, which then takes
/// its name and keeps its permissions. A link stays one, and the file that it points to is written, also one that is not
/// there yet. Whatever is no regular file, such as a device or a pipe, is not replaced: it gets the bytes as they come. One
/// that is released without ``commit()`` leaves what was there; what a process left beside it that was ended meanwhile, the
/// next one removes. It belongs to one thread at a time.
package final class FileReplacement {
  private let path: String
  /// The file beside it; nil when the bytes go to where they belong.
  private let temporary: String?
  private let permissions: mode_t?
  private var descriptor: Int32

  /// Begins to write a file.
  ///
  /// - Throws: when the file, or the folder that it is in, cannot be written.
  package init(_ path: String) throws(FileError) {
    var present = stat()
    let isThere = stat(path, &present) == 0
    if isThere, present.st_mode & S_IFMT != S_IFREG {
      self.path = path
      temporary = nil
      permissions = nil
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
    } else {
      guard let target = FilePath.behindLinks(path) else {
        throw FileError(path: path, operation: "write", number: ELOOP)
      }
      TemporaryFile.removeLeftovers(beside: target)
      let beside = TemporaryFile.path(beside: target)
      self.path = target
      temporary = beside
      permissions = isThere ? present.st_mode & 0o7777 : nil
      descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw FileError(path: self.path, operation: "write", number: errno) }
  }

  deinit { discard() }

  /// Gives up what was written; nothing is written afterwards.
  private func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    if let temporary { unlink(temporary) }
  }

  /// Adds bytes; when that fails, what was written is given up.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    if let number = WholeFile.writeAll(bytes, to: descriptor) {
      discard()
      throw FileError(path: path, operation: "write", number: number)
    }
  }

  /// Makes what was written the file; nothing is written afterwards.
  package func commit() throws(FileError) {
    var problem: Int32?
    if let permissions, fchmod(descriptor, permissions) != 0 { problem = errno }
    // Before the name changes, so that a loss of power leaves no empty file in the place of a good one.
    if problem == nil, temporary != nil, fsync(descriptor) != 0 { problem = errno }
    if close(descriptor) != 0, problem == nil { problem = errno }
    descriptor = -1
    if let temporary, problem == nil, rename(temporary, path) != 0 { problem = errno }
    guard let problem else { return }
    if let temporary { unlink(temporary) }
    throw FileError(path: path, operation: "write", number: problem)
  }
}
