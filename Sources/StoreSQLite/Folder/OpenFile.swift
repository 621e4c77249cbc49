internal import Store

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A file that is open for reading and writing, and closed when the value goes away.
struct OpenFile: ~Copyable {
  private let path: String
  private let descriptor: Int32

  /// Opens a file; creates it, readable by its owner only, unless it is there.
  init(path: String) throws(StoreError) {
    // Not inherited by programs that this process starts: they would hold a lock for us.
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    self.path = path
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  /// Opens a folder, only to lock it.
  init(directory path: String) throws(StoreError) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    self.path = path
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Locks the file for as long as it is open; false when it is locked by somebody else.
  func lock() throws(StoreError) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK else { throw Self.failure(path) }
    return false
  }

  /// The first 64 bytes as text.
  func beginning() -> String {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Replaces what is in the file.
  func replaceContents(with text: String) throws(StoreError) {
    let bytes = Array(text.utf8)
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
      throw Self.failure(path)
    }
  }

  /// Creates a folder, readable by its owner only, unless it is there.
  static func makeFolder(_ path: String) throws(StoreError) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw failure(path) }
  }

  /// The id of this process.
  static var processID: Int32 { getpid() }

  /// Whether a system call failed for lack of space.
  static func isOutOfSpace(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

  /// What the system call that just failed means for a store.
  private static func failure(_ path: String) -> StoreError {
    let code = errno
    let reason = String(cString: strerror(code))
    return isOutOfSpace(code) ? .full(reason: "\(path): \(reason)") : .notWritable(path: path, reason: reason)
  }
}
