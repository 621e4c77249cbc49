import Foundation
import SerinLock

/// The events that wait for the server, in memory and in a file that survives the run.
///
/// Everything that changes it or touches the file is called on one serial queue, the recorder's.
final class EventQueue: Sendable {
  private struct State: Sendable {
    var queue = QueueState()
    var isLoaded = false
    /// Whether the file must be written anew before anything can be appended.
    var isDamaged = false
    var fileBytes = 0
    /// Whether the file is left alone.
    var isReadOnly = false
  }

  private let path: String?
  private let files: any StorageFiles
  private let warning: StorageWarning
  private let state = Lock(State())

  /// Creates a queue, and touches no file yet.
  ///
  /// - Parameters:
  ///   - path: The file; nil keeps events in memory.
  ///   - warning: Says that the storage does not work, once for all who use it.
  init(path: String?, files: any StorageFiles, warning: StorageWarning) {
    self.path = path
    self.files = files
    self.warning = warning
  }

  /// Whether anything waits.
  var isEmpty: Bool { state.withLock { $0.queue.entries.isEmpty } }

  /// How many events wait.
  var count: Int { state.withLock { $0.queue.entries.count } }

  /// How many events were lost since the last batch that arrived.
  var dropped: Int { state.withLock { $0.queue.dropped } }

  /// Whether an event waits.
  func contains(_ id: EventID) -> Bool { state.withLock { $0.queue.ids.contains(id) } }

  /// The next batch, with the number of lost events to report; see ``QueueState/batch(maximumEvents:maximumBytes:)``.
  func batch(maximumEvents: Int, maximumBytes: Int) -> (batch: EventBatch, dropped: Int)? {
    state.withLock { state in
      state.queue.batch(maximumEvents: maximumEvents, maximumBytes: maximumBytes).map { ($0, state.queue.dropped) }
    }
  }

  /// Adds events, except those that wait already, and counts others as lost.
  ///
  /// - Returns: Whether the file holds all that waits now; always so in memory.
  @discardableResult
  func append(_ events: [EventRecord], lost: Int = 0, at now: Date) -> Bool {
    load(at: now)
    return change(at: now) { queue in
      let before = queue.dropped
      queue.dropped += lost
      let added = queue.add(events)
      let gone = queue.dropSurplus(at: now)
      return Change(added: added.filter { !gone.contains($0.id) }, removed: gone, isCounted: queue.dropped != before)
    }
  }

  /// Keeps events in memory from now on.
  func stopWriting() {
    state.withLock { $0.isReadOnly = true }
  }

  /// Keeps events in memory from now on, and leaves the file alone, which is another client's.
  func leaveFile() {
    state.withLock { ($0.isReadOnly, $0.isLoaded) = (true, true) }
  }

  /// Removes events that the server has, or does not want.
  ///
  /// - Parameters:
  ///   - reported: How many lost events the server was told of.
  ///   - lost: How many of the events count as lost.
  func remove(_ ids: Set<EventID>, reported: Int = 0, lost: Int = 0, at now: Date) {
    change(at: now) { queue in
      queue.remove(ids)
      queue.dropped = max(0, queue.dropped - reported) + lost
      return Change(removed: ids, isCounted: reported > 0 || lost > 0)
    }
  }

  /// Reads the file, unless that was done.
  func load(at now: Date) {
    guard let path, !state.withLock(\.isLoaded) else { return }
    do throws(StorageError) {
      let bytes = try files.read(path, limit: Self.maximumFileBytes)
      let (contents, isWhole) = QueueFile.decode(bytes)
      state.withLock { state in
        state.isLoaded = true
        state.isDamaged = !isWhole
        state.fileBytes = bytes.count
        // What came in while the file could not be read is newer.
        let newer = state.queue.entries.map(\.event)
        let lost = state.queue.dropped
        state.queue = contents
        _ = state.queue.add(newer)
        state.queue.dropped += lost
        if !newer.isEmpty { state.isDamaged = true }
      }
    } catch {
      switch error {
      case .notFound:
        state.withLock { state in
          state.isLoaded = true
          state.isDamaged = !state.queue.entries.isEmpty
        }
      case .tooLarge: state.withLock { ($0.isLoaded, $0.isDamaged) = (true, true) }
      case .notPermitted, .failed: warning("the stored events cannot be read: \(error)")
      }
    }
  }

  private struct Change: Sendable {
    var added: [EventRecord] = []
    var removed: Set<EventID> = []
    var isCounted = false
  }

  /// Changes the memory, then the file.
  @discardableResult
  private func change(at now: Date, _ body: (inout QueueState) -> Change) -> Bool {
    let (change, after) = state.withLock { state in (body(&state.queue), state) }
    guard let path, !after.isReadOnly else { return true }
    // Not before the file was read: what is in it must not be lost.
    guard after.isLoaded else { return false }
    guard after.isDamaged || !change.added.isEmpty || !change.removed.isEmpty || change.isCounted else { return true }
    do throws(StorageError) {
      let bytes = try write(change, after, to: path)
      state.withLock { ($0.fileBytes, $0.isDamaged) = (bytes, false) }
      return true
    } catch {
      state.withLock { $0.isDamaged = true }
      warning("events are kept in memory only, the file cannot be written: \(error)")
      return false
    }
  }

  /// - Returns: How many bytes the file has now.
  private func write(_ change: Change, _ after: State, to path: String) throws(StorageError) -> Int {
    if after.queue.entries.isEmpty, after.queue.dropped == 0 {
      if after.fileBytes > 0 || after.isDamaged { try? files.remove(path) }
      return 0
    }
    if after.isDamaged || after.fileBytes > 2 * after.queue.bytes + Self.slack {
      let bytes = QueueFile.encode(after.queue.entries.map(\.event), dropped: after.queue.dropped)
      try files.replace(path, with: bytes)
      return bytes.count
    }
    let bytes = QueueFile.encode(change.added, removed: change.removed, dropped: after.queue.dropped)
    try files.append(bytes, to: path)
    return after.fileBytes + bytes.count
  }

  /// So many bytes of removed events may stay in the file before it is written anew.
  private static let slack = 64 * 1024
  private static let maximumFileBytes = 8 * 1024 * 1024
}
