import Dispatch
import SerinLock

@testable import Serin

/// Files that fail or stall as the test says.
final class FaultyFiles: StorageFiles {
  struct Faults: Sendable {
    var reading: StorageError?
    var writing: StorageError?
  }

  let faults: Lock<Faults>
  let writes = Recorder<String>()
  /// Those that wait for no disk.
  let quickWrites = Recorder<String>()
  /// Called with the path before a file is read, as if the disk took its time.
  let beforeReading = Lock<@Sendable (String) -> Void>({ _ in })
  /// Free while the disk works.
  private let disk = DispatchSemaphore(value: 1)
  private let files = SystemFiles()

  init(_ faults: Faults = Faults()) {
    self.faults = Lock(faults)
  }

  /// From now on no write ends.
  func hang() { disk.wait() }

  /// The disk works again.
  func goOn() { disk.signal() }

  func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8] {
    beforeReading.withLock { $0 }(path)
    if let error = faults.withLock(\.reading) { throw error }
    return try files.read(path, limit: limit)
  }

  func replace(_ path: String, with bytes: [UInt8]) throws(StorageError) {
    writes.add(path)
    disk.wait()
    defer { disk.signal() }
    if let error = faults.withLock(\.writing) { throw error }
    try files.replace(path, with: bytes)
  }

  func replaceSoon(_ path: String, with bytes: [UInt8]) throws(StorageError) {
    quickWrites.add(path)
    if let error = faults.withLock(\.writing) { throw error }
    try files.replaceSoon(path, with: bytes)
  }

  func append(_ bytes: [UInt8], to path: String) throws(StorageError) {
    writes.add(path)
    disk.wait()
    defer { disk.signal() }
    if let error = faults.withLock(\.writing) { throw error }
    try files.append(bytes, to: path)
  }

  func names(in folder: String) throws(StorageError) -> [String] { try files.names(in: folder) }

  func remove(_ path: String) throws(StorageError) { try files.remove(path) }
}
