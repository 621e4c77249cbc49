import Foundation
import SerinLock

extension EventRecorder {
  /// Makes the run's ring with the first record.
  ///
  /// - Returns: Whether something can be recorded now.
  func openJournal() -> Bool {
    let isOpen = state.withLock { state -> Bool? in
      if state.isClosed { return false }
      if case .unopened = state.journal { return nil }
      return true
    }
    if let isOpen { return isOpen }
    guard let folder, !isLocked else { return false }
    let journal: RecorderState.Journal
    do throws(StorageError) {
      let path = "\(folder)/\(run.name).\(ids.next(at: clock.now).text.suffix(4))\(Self.ringSuffix)"
      let device = JSONValue.object(self.device).serialized()
      journal = .open(try JournalRing(creating: path, device: device, files: files))
    } catch {
      // A folder that may not be written stays so; a full disk may be better for the next call.
      guard Self.isForGood(error) else {
        warning("impressions cannot be stored now: \(error)")
        return false
      }
      warning("events are kept in memory only, their folder cannot be written: \(error)")
      queue.stopWriting()
      journal = .memory
    }
    return state.withLock { state in
      // Another thread may have been quicker; its ring is the run's, and this one is empty.
      if case .unopened = state.journal { state.journal = journal }
      return !state.isClosed
    }
  }

  private static func isForGood(_ error: StorageError) -> Bool {
    switch error {
    case .notPermitted: true
    case .failed(let code, _): code == readOnlyFileSystem
    case .notFound, .tooLarge: false
    }
  }

  /// Has everything recorded so far put into the queue, off the caller's thread.
  func scheduleDrain() {
    let isFirst = state.withLock { state in
      defer { state.isDrainScheduled = true }
      return !state.isDrainScheduled
    }
    if isFirst { serial.async { [self] in drain() } }
  }

  /// Puts everything recorded so far into the queue and the history's file, and gives its room in the ring free.
  ///
  /// On the serial queue.
  ///
  /// - Parameters:
  ///   - isLast: Whether the client is being closed.
  ///   - device: What is known of the device; nil asks for it.
  func drain(isLast: Bool = false, _ device: JSONObject? = nil) {
    guard !isLocked, let taken = take(isLast: isLast) else { return }
    let device = device ?? self.device
    var (events, sightings): ([EventRecord], [Sighting]) = ([], [])
    for item in taken.pending {
      if case .sighting(let sighting) = item.content { sightings.append(sighting) }
      if !item.isQueued, let event = item.content.event(device: device) { events.append(event) }
    }
    let lost = taken.lost + Int(taken.ring?.takeRefused() ?? 0)
    let isStored =
      isAppExtension
      ? taken.ring == nil || leave(events) : queue.append(events, lost: lost, at: clock.now)
    if isStored, keep(sightings, taken.ring) {
      if let last = taken.pending.last?.number { taken.ring?.release(through: last) }
    } else {
      // It stays in the ring, for the case that the process ends, and is tried again with what comes next. The queue gets
      // nothing twice: by then the server may have it, and would be sent it again each time.
      var unstored = taken.pending
      for index in unstored.indices where !isAppExtension { unstored[index].isQueued = true }
      state.withLock { $0.pending = unstored + $0.pending }
    }
    if !queue.isEmpty { sender.wait() }
  }

  private func take(isLast: Bool) -> (pending: [RecorderState.Pending], lost: Int, ring: JournalRing?)? {
    state.withLock { state in
      state.isDrainScheduled = false
      var ring: JournalRing?
      if case .open(let open) = state.journal { ring = open }
      // An extension leaves a file for the app each time, so only when its ring gets full.
      guard isLast || !isAppExtension || (ring?.usedBytes ?? 0) > JournalLayout.size / 2 else { return nil }
      defer { (state.pending, state.lost) = ([], 0) }
      return (state.pending, state.lost, ring)
    }
  }

  /// Leaves an extension's events in a file of their own, which the app picks up whole or not at all.
  @discardableResult
  func leave(_ events: [EventRecord]) -> Bool {
    guard let folder, !events.isEmpty else { return true }
    let path = "\(folder)/\(run.name).\(ids.next(at: clock.now).text)\(Self.batchSuffix)"
    do throws(StorageError) {
      try files.replace(path, with: QueueFile.encode(events, dropped: 0))
      return true
    } catch {
      warning("events of the extension cannot be left for the app: \(error)")
      // In memory they would be nobody's; the ring still has them.
      return false
    }
  }

  /// Appends to the file of the run's history.
  private func keep(_ sightings: [Sighting], _ ring: JournalRing?) -> Bool {
    guard let folder, ring != nil, !sightings.isEmpty else { return true }
    do throws(StorageError) {
      try ExposureFile.append(sightings, to: "\(folder)/\(run.name)\(Self.exposuresSuffix)", files: files)
      return true
    } catch {
      return false
    }
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The system's number for a file system that takes no writes.
private let readOnlyFileSystem = EROFS
