#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A file seen as memory: what is stored there is the file's even when the process ends in the next instruction.
///
/// It survives the end of the process, not a power cut.
struct MappedFile {
  let start: UnsafeMutableRawPointer
  let count: Int

  /// Maps a whole file that has that many bytes.
  ///
  /// The file's blocks must be there: a store into a hole would kill the process when the disk is full.
  init(_ path: String, count: Int) throws(StorageError) {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw Self.lastError() }
    defer { close(file) }
    let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    guard let memory, memory != MAP_FAILED else { throw Self.lastError() }
    start = memory
    self.count = count
  }

  /// Ends the mapping; nothing of it may be touched afterwards.
  func unmap() {
    munmap(start, count)
  }

  private static func lastError() -> StorageError {
    .failed(code: errno, reason: String(cString: strerror(errno)))
  }
}
