import SerinLock

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Files of the operating system.
///
/// Through POSIX calls rather than Foundation's, because the store must tell "not there" from "not readable now" by the
/// error number, and because no file attribute is asked for (Apple wants a declared reason for time stamps). Files are
/// opened so that nobody waits: a pipe in a file's place would otherwise hold the app's start up for ever.
package struct SystemFiles: StorageFiles {
  /// Tells the temporary files of one process apart.
  private let counter = Lock<UInt64>(0)

  /// Creates the access.
  package init() {}

  package func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    return try contents(of: file, limit: limit)
  }

  package func replace(_ path: String, with bytes: [UInt8]) throws(StorageError) {
    try replace(path, with: bytes, waitsForDisk: true)
  }

  package func replaceSoon(_ path: String, with bytes: [UInt8]) throws(StorageError) {
    try replace(path, with: bytes, waitsForDisk: false)
  }

  private func replace(_ path: String, with bytes: [UInt8], waitsForDisk: Bool) throws(StorageError) {
    try createFolders(above: path)
    let number = counter.withLock { value in
      value += 1
      return value
    }
    let temporary = "\(path).\(getpid())-\(number)\(Self.temporarySuffix)"
    do throws(StorageError) {
      try create(temporary, with: bytes, waitsForDisk: waitsForDisk)
      guard rename(temporary, path) == 0 else { throw .last }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  package func append(_ bytes: [UInt8], to path: String) throws(StorageError) {
    try createFolders(above: path)
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    protectUntilFirstUnlock(file)
    try writeAll(bytes, to: file)
  }

  package func names(in folder: String) throws(StorageError) -> [String] {
    guard let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  package func remove(_ path: String) throws(StorageError) {
    guard unlink(path) == 0 else { throw .last }
  }

  /// How the name of a file ends that is not in its place yet.
  package static let temporarySuffix = ".tmp"

  private func createFolders(above path: String) throws(StorageError) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    if mkdir(folder, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT else { throw .last }
    try createFolders(above: folder)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .last }
  }
}

// Outside the type, whose methods have the names of the C functions.

private func contents(of file: Int32, limit: Int) throws(StorageError) -> [UInt8] {
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 64 * 1024)
  while true {
    let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw .last }
    if count == 0 { return bytes }
    bytes.append(contentsOf: buffer[..<count])
    guard bytes.count <= limit else { throw .tooLarge }
  }
}

private func create(_ path: String, with bytes: [UInt8], waitsForDisk: Bool) throws(StorageError) {
  // For the owner's eyes only: the values say what a person is shown.
  let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard file >= 0 else { throw .last }
  defer { close(file) }
  protectUntilFirstUnlock(file)
  try writeAll(bytes, to: file)
  // Otherwise a power cut may leave an empty file under the final name.
  guard !waitsForDisk || fsync(file) == 0 else { throw .last }
}

private func writeAll(_ bytes: [UInt8], to file: Int32) throws(StorageError) {
  var written = 0
  while written < bytes.count {
    let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw .last }
    written += count
  }
}
