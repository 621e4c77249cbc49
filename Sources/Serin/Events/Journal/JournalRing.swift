import SerinLock

/// A ring of records in a file that is written in place.
///
/// A record is there as soon as ``append(_:_:)`` has returned, whatever becomes of the process. Records leave, the oldest
/// first, when somebody else has stored them. Nobody is waited for: what does not fit is refused and counted.
final class JournalRing: Sendable {
  /// Written while the lock is held, so that records stay in order.
  private let file: InPlaceFile
  private let cursor: Lock<Cursor>

  private struct Cursor: Sendable {
    /// Where the next record goes, unless it does not fit before the end.
    var next = JournalLayout.firstRecord
    var lastNumber: UInt64 = 0
    /// The records that are still needed, the oldest first.
    var kept: [Place] = []
    var refused: UInt32 = 0
  }

  private struct Place: Sendable {
    let number: UInt64
    let offset: Int
    let size: Int
  }

  /// Creates the file.
  ///
  /// - Parameter device: What is known of the device, as JSON; left out when it is larger than its place.
  init(creating path: String, device: [UInt8], files: any StorageFiles) throws(StorageError) {
    // Written rather than stretched, so that a full disk says so now and not with a record that matters.
    let header = JournalLayout.header(device: device)
    let empty = [UInt8](repeating: 0, count: JournalLayout.size - header.count)
    do throws(StorageError) {
      try files.append(header + empty, to: path)
      file = try InPlaceFile(path, size: JournalLayout.size)
    } catch {
      // What there is of it would only take up the last of a full disk, and the next try makes another one.
      try? files.remove(path)
      throw error
    }
    cursor = Lock(Cursor())
  }

  /// Stores a record.
  ///
  /// - Returns: The record's number, or nil when there is no room or the file cannot be written.
  func append(_ kind: JournalRecord.Kind, _ payload: [UInt8]) -> UInt64? {
    let size = JournalLayout.size(ofPayload: payload.count)
    return cursor.withLock { cursor in
      let record = JournalLayout.record(kind, number: cursor.lastNumber + 1, payload)
      guard let offset = Self.place(for: size, cursor), (try? file.write(record, at: offset)) != nil else {
        cursor.refused = cursor.refused &+ 1
        try? file.write(JournalLayout.refused(cursor.refused), at: JournalLayout.refusedStart)
        return nil
      }
      cursor.lastNumber += 1
      cursor.kept.append(Place(number: cursor.lastNumber, offset: offset, size: size))
      cursor.next = offset + size
      return cursor.lastNumber
    }
  }

  /// Gives the room of all records up to that number free, because they are stored elsewhere.
  func release(through number: UInt64) {
    cursor.withLock { cursor in
      let done = cursor.kept.prefix { $0.number <= number }
      // A record that stays is told again by the next start, with the same id.
      for place in done { try? file.write(JournalLayout.noMark, at: place.offset) }
      cursor.kept.removeFirst(done.count)
    }
  }

  /// How many bytes the records take that are still needed.
  var usedBytes: Int {
    cursor.withLock { $0.kept.reduce(0) { $0 + $1.size } }
  }

  /// How many records did not fit since this was last asked.
  func takeRefused() -> UInt32 {
    cursor.withLock { cursor in
      guard cursor.refused > 0 else { return 0 }
      defer { cursor.refused = 0 }
      try? file.write(JournalLayout.refused(0), at: JournalLayout.refusedStart)
      return cursor.refused
    }
  }

  /// Where that many bytes are free, or nil.
  private static func place(for size: Int, _ cursor: Cursor) -> Int? {
    guard let oldest = cursor.kept.first else {
      return size <= JournalLayout.size - JournalLayout.firstRecord ? JournalLayout.firstRecord : nil
    }
    if oldest.offset < cursor.next {
      if cursor.next + size <= JournalLayout.size { return cursor.next }
      return JournalLayout.firstRecord + size <= oldest.offset ? JournalLayout.firstRecord : nil
    }
    return cursor.next + size <= oldest.offset ? cursor.next : nil
  }
}
