import Serin
import SerinLock

/// Files that the system does not give out while the device is locked.
final class LockableFiles: StorageFiles {
  let isLocked = Lock(false)
  private let files = SystemFiles()

  func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] {
    if isLocked.withLock({ $0 }) { throw .notPermitted }
    return try files.read(path, limit: limit)
  }

  func replace(_ path: String, with bytes: [UInt8]) throws(StorageError) { try files.replace(path, with: bytes) }

  func append(_ bytes: [UInt8], to path: String) throws(StorageError) { try files.append(bytes, to: path) }

  func names(in folder: String) throws(StorageError) -> [String] { try files.names(in: folder) }

  func remove(_ path: String) throws(StorageError) { try files.remove(path) }
}
