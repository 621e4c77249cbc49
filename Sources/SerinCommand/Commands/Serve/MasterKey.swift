import Foundation
import Store

/// The secret that every other secret of a server is derived from: 32 random bytes in a file of their own.
///
/// It is not in the database, so that whoever gets a copy of that cannot forge the audit log.
struct MasterKey: Sendable {
  private let bytes: [UInt8]
  static let size = 32

  /// Reads the key, or makes one.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - mayCreate: whether a key may be made; not when there is a database already, which another key has sealed.
  /// - Throws: when the file cannot be read or written, has another size, or others than its owner may read it.
  init(path: String, mayCreate: Bool) throws(CommandFailure) {
    if let existing = try Self.read(path) {
      bytes = existing
      return
    }
    guard mayCreate else {
      throw Self.failure(
        path, "is missing, and the database beside it was written under it; put it back from where it is kept")
    }
    try Self.create(path)
    guard let made = try Self.read(path) else { throw Self.failure(path, "vanished while it was made") }
    bytes = made
  }

  /// A key for one purpose.
  func derived(for purpose: String) -> [UInt8] { HMACSHA256(key: bytes).authenticate(Array(purpose.utf8)) }

  /// The key in the file; nil when there is no file.
  private static func read(_ path: String) throws(CommandFailure) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure(path, "cannot be read: \(SystemError.text(errno))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path, SystemError.text(errno)) }
    guard status.st_mode & 0o077 == 0 else {
      throw failure(path, "may be read by others than its owner; run: chmod 600 \(path)")
    }
    var buffer = [UInt8](repeating: 0, count: size + 1)
    let count = Foundation.read(descriptor, &buffer, buffer.count)
    guard count == size else { throw failure(path, "is not a master key: it must hold exactly \(size) bytes") }
    return Array(buffer.prefix(size))
  }

  /// Makes the file; when another process makes it at the same moment, that one's key stays.
  private static func create(_ path: String) throws(CommandFailure) {
    // Written beside its place and linked into it: a crash cannot leave half a key, and of two processes one wins.
    let draft = path + "." + RecordID.make(prefix: "")
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw notWritable(draft, errno) }
    defer {
      close(descriptor)
      unlink(draft)
    }
    var generator = SystemRandomNumberGenerator()
    let key = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
    guard write(descriptor, key, size) == size, fsync(descriptor) == 0 else { throw notWritable(draft, errno) }
    guard link(draft, path) == 0 || errno == EEXIST else { throw notWritable(path, errno) }
    // The name itself must survive a loss of power too.
    let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_CLOEXEC)
    if folder >= 0 {
      fsync(folder)
      close(folder)
    }
  }

  private static func failure(_ path: String, _ what: String) -> CommandFailure {
    CommandFailure(exit: .configuration, code: "configuration", message: "the master key \(path) \(what)")
  }

  private static func notWritable(_ path: String, _ number: Int32) -> CommandFailure {
    CommandFailure(
      exit: .cannotCreate, code: "notWritable", message: "cannot write \(path): \(SystemError.text(number))")
  }
}
