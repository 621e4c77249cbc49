import Dispatch
import Foundation
import SerinLock

extension EventRecorder {
  /// Records nothing from now on, and sends one last batch.
  ///
  /// - Returns: What ``finishClosing(_:)`` needs.
  func beginClosing() -> Farewell {
    let done = DispatchSemaphore(value: 0)
    let farewell = Farewell(deadline: .now() + Self.longestFarewell, done: done)
    guard !markClosed() else {
      done.signal()
      return farewell
    }
    let device = device
    serial.async { [self] in
      drain(isLast: true, device)
      removeRing()
      let sent = isLocked ? nil : sender.sendFarewell()
      guard let sent else { return _ = done.signal() }
      // On another queue: the end of the batch is taken in on this one.
      DispatchQueue.global(qos: .utility).async {
        sent.wait()
        done.signal()
      }
    }
    return farewell
  }

  /// The last batch on its way.
  struct Farewell {
    let deadline: DispatchTime
    /// Is signalled when everything is stored and the batch has ended.
    let done: DispatchSemaphore
  }

  /// So many seconds the last batch may take.
  private static let longestFarewell = 0.5

  /// Waits until everything is stored and the last batch has ended, for a bounded time.
  func finishClosing(_ farewell: Farewell) {
    _ = farewell.done.wait(timeout: farewell.deadline)
    sender.stop()
    // What was recorded while the client was being closed.
    let done = DispatchSemaphore(value: 0)
    serial.async { done.signal() }
    _ = done.wait(timeout: max(farewell.deadline, .now() + 0.1))
  }

  /// The client was closed, or let go of: what is recorded is stored, and sent by the next run.
  func close() {
    guard !markClosed() else { return }
    sender.stop()
    let device = device
    serial.async { [self] in
      drain(isLast: true, device)
      removeRing()
    }
  }

  /// - Returns: Whether that was done before.
  private func markClosed() -> Bool {
    state.withLock { state in
      defer { state.isClosed = true }
      return state.isClosed
    }
  }

  /// Removes the ring when all of it is stored elsewhere; the process may go on for long without this client.
  private func removeRing() {
    let ring = state.withLock { state -> JournalRing? in
      if case .open(let ring) = state.journal { ring } else { nil }
    }
    guard let ring, ring.usedBytes == 0, let folder, let names = try? files.names(in: folder) else { return }
    for name in names where name.hasPrefix(run.name) && name.hasSuffix(Self.ringSuffix) {
      try? files.remove("\(folder)/\(name)")
    }
  }
}
