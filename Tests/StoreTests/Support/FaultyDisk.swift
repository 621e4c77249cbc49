import CSQLite
import Foundation

/// A disk that counts what is written, and can be made to fail, to fill up, or to stand still.
///
/// `@unchecked Sendable` because the state is reached only under the condition's lock.
final class FaultyDisk: FileObserver, @unchecked Sendable {
  private let condition = NSCondition()
  private var state = State()

  struct State {
    /// Bytes written to the log since the last reset.
    var writtenToLog = 0
    /// Bytes written to other files since the last reset.
    var writtenElsewhere = 0
    /// Syncs since the last reset.
    var syncs = 0
    /// What syncs give instead of syncing.
    var syncFailure = SQLITE_OK
    /// How the paths end of the files whose syncs fail.
    var syncFailureSuffix = ""
    /// Writes that reach beyond this offset of the log find the disk full.
    var logCapacity = Int.max
    /// Writes, syncs and deletions that still happen before the process is as good as dead.
    var operationsLeft = Int.max
    /// While true, syncs wait.
    var isStill = false
    /// How the paths end of the files whose syncs wait.
    var stillSuffix = ""
    /// Syncs that wait.
    var waiting = 0
  }

  /// Reads or changes the state.
  func with<Value>(_ body: (inout State) -> Value) -> Value {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return body(&state)
  }

  func resetCounts() {
    with {
      $0.writtenToLog = 0
      $0.writtenElsewhere = 0
      $0.syncs = 0
    }
  }

  func willWrite(_ bytes: UnsafeRawBufferPointer, at offset: Int, of path: String) -> Int32 {
    with { state in
      guard state.takesOperation() else { return SQLITE_IOERR_WRITE }
      guard path.hasSuffix("-wal") else {
        state.writtenElsewhere += bytes.count
        return SQLITE_OK
      }
      guard offset + bytes.count <= state.logCapacity else { return SQLITE_FULL }
      state.writtenToLog += bytes.count
      return SQLITE_OK
    }
  }

  func willTruncate(to size: Int, of path: String) -> Int32 {
    with { $0.takesOperation() ? SQLITE_OK : SQLITE_IOERR_TRUNCATE }
  }

  func willSync(_ path: String) -> Int32 {
    condition.lock()
    defer { condition.unlock() }
    state.syncs += 1
    state.waiting += 1
    condition.broadcast()
    while state.isStill && path.hasSuffix(state.stillSuffix) { condition.wait() }
    state.waiting -= 1
    guard state.takesOperation() else { return Self.syncError }
    return path.hasSuffix(state.syncFailureSuffix) ? state.syncFailure : SQLITE_OK
  }

  func willDelete(_ path: String) -> Int32 {
    with { $0.takesOperation() ? SQLITE_OK : SQLITE_IOERR }
  }

  /// `SQLITE_IOERR_FSYNC`, a macro that Swift does not import.
  static let syncError = SQLITE_IOERR | (4 << 8)
}

/// `SQLITE_IOERR_WRITE`, a macro that Swift does not import.
private let SQLITE_IOERR_WRITE = SQLITE_IOERR | (3 << 8)
/// `SQLITE_IOERR_TRUNCATE`, a macro that Swift does not import.
private let SQLITE_IOERR_TRUNCATE = SQLITE_IOERR | (6 << 8)

extension FaultyDisk.State {
  fileprivate mutating func takesOperation() -> Bool {
    guard operationsLeft > 0 else { return false }
    operationsLeft -= 1
    return true
  }
}
