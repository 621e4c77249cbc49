#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The open file of this run's record.
///
/// A write goes to the system's memory and waits for no disk: it survives the process, however that ends, and is lost
/// with the power, which a new boot id tells. No memory map, since another process that shortens the file would make a
/// store into it a fatal signal.
final class RunBlockFile: Sendable {
  private let file: Int32

  /// Opens the file, and makes it when it is missing.
  init(_ path: String) throws(StorageError) {
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .last }
    // The last word of a run is often written in background, where the device may be locked.
    protectUntilFirstUnlock(file)
    // Whatever was there: a longer file would not be taken for a block again.
    guard ftruncate(file, off_t(RunBlock.size)) == 0 else { throw .last }
  }

  deinit {
    close(file)
  }

  /// Puts the block in place of the earlier one.
  func write(_ block: [UInt8]) throws(StorageError) {
    while true {
      let count = block.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
      if count == block.count { return }
      guard count < 0 else { throw .failed(code: ENOSPC, reason: "only a part was written") }
      guard errno == EINTR else { throw .last }
    }
  }
}
