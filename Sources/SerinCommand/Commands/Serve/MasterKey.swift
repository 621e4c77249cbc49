import Foundation
import Store

/// The secret that every other secret of a server is derived from: 32 random bytes in a file beside the database.
///
/// It stays out of the database and of backups, so that whoever gets those cannot forge the audit log.
struct MasterKey: Sendable {
  private let bytes: [UInt8]
  static let size = 32

  /// Reads the key of a folder, or makes one when the folder has none.
  /// - Throws: when the file cannot be read or written, has another size, or others than its owner may read it.
  init(folder: String) throws(CommandFailure) {
    let path = folder + "/master.key"
    if let made = try Self.create(path) {
      bytes = made
      return
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path, "cannot be read: \(SystemError.text(errno))") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.failure(path, SystemError.text(errno)) }
    guard status.st_mode & 0o077 == 0 else {
      throw Self.failure(path, "may be read by others than its owner; run: chmod 600 \(path)")
    }
    var buffer = [UInt8](repeating: 0, count: Self.size + 1)
    let count = read(descriptor, &buffer, buffer.count)
    guard count == Self.size else {
      throw Self.failure(path, "is not a master key: it must hold exactly \(Self.size) bytes")
    }
    bytes = Array(buffer.prefix(Self.size))
  }

  /// A key for one purpose.
  func derived(for purpose: String) -> [UInt8] { HMACSHA256(key: bytes).authenticate(Array(purpose.utf8)) }

  /// Makes the file, or gives nil when it is there.
  private static func create(_ path: String) throws(CommandFailure) -> [UInt8]? {
    // Written beside its place and linked into it: a crash cannot leave half a key, and of two processes one wins.
    let draft = path + ".\(getpid())"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if access(path, F_OK) == 0 { return nil }
      throw CommandFailure(
        exit: .cannotCreate, code: "notWritable", message: "cannot write \(path): \(SystemError.text(errno))")
    }
    defer {
      close(descriptor)
      unlink(draft)
    }
    var generator = SystemRandomNumberGenerator()
    let key = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
    guard write(descriptor, key, size) == size, fsync(descriptor) == 0 else {
      throw CommandFailure(
        exit: .cannotCreate, code: "notWritable", message: "cannot write \(draft): \(SystemError.text(errno))")
    }
    return link(draft, path) == 0 ? key : nil
  }

  private static func failure(_ path: String, _ what: String) -> CommandFailure {
    CommandFailure(exit: .configuration, code: "configuration", message: "the master key \(path) \(what)")
  }
}
