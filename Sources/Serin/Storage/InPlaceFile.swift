#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// An open file of a fixed size that is written in place.
///
/// A write goes to the system's memory and waits for no disk: it survives the process, however that ends, and may be lost
/// with the power. No memory map, since another process that shortens the file would make a store into it a fatal signal,
/// as would a full disk where a file system puts what is written over to a new place.
final class InPlaceFile: Sendable {
  private let file: Int32

  /// Opens the file, and makes it when it is missing.
  ///
  /// - Parameter size: In bytes; whatever is longer is cut, so that it can be taken for the SDK's own.
  init(_ path: String, size: Int) throws(StorageError) {
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard file >= 0 else { throw .last }
    // It is often written in background, where the device may be locked.
    protectUntilFirstUnlock(file)
    guard ftruncate(file, off_t(size)) == 0 else { throw .last }
  }

  deinit {
    close(file)
  }

  /// Puts bytes in place of those that are there; with one call to the system, so that no end of this process is between
  /// the first and the last of them.
  ///
  /// - Parameters:
  ///   - bytes: At least one.
  ///   - offset: Where the first of them goes.
  func write(_ bytes: [UInt8], at offset: Int) throws(StorageError) {
    while true {
      let count = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, off_t(offset)) }
      if count == bytes.count { return }
      guard count < 0 else { throw .failed(code: ENOSPC, reason: "only a part was written") }
      guard errno == EINTR else { throw .last }
    }
  }
}
