import SerinLock

/// Lets only so many tasks at a time do something of a name; the others wait in the order of their coming.
///
/// The line is bounded, so that what waits cannot fill the memory, and a task that is cancelled leaves it.
final class WaitingLine: Sendable {
  fileprivate enum Outcome: Sendable { case entered, full, cancelled }

  fileprivate struct Waiter {
    let ticket: UInt64
    let continuation: CheckedContinuation<Outcome, Never>
  }

  fileprivate struct Line {
    var running = 0
    var waiting: [Waiter] = []
  }

  private struct State {
    var lines: [String: Line] = [:]
    var lastTicket: UInt64 = 0
  }

  /// How many run at the same time.
  let places: Int
  /// How many wait at most.
  let capacity: Int
  /// What waits, in the plural, for errors.
  private let noun: String
  private let state = Lock(State())

  /// Creates a line of nobody.
  init(places: Int, capacity: Int, of noun: String) {
    self.places = places
    self.capacity = capacity
    self.noun = noun
  }

  /// Runs something when there is a place.
  /// - Throws: 503 with `Retry-After` when too many wait already; 400 when the task is cancelled while it waits.
  func pass<R>(_ name: String, _ body: () async throws(Problem) -> R) async throws(Problem) -> R {
    try await pass(name, refusing: { $0 }, body)
  }

  /// The same for what has errors of its own.
  /// - Parameter refusing: Makes such an error of why it is not let in.
  func pass<R, Failure: Error>(
    _ name: String, refusing: (Problem) -> Failure, _ body: () async throws(Failure) -> R
  ) async throws(Failure) -> R {
    switch await enter(name) {
    case .entered: break
    case .full:
      throw refusing(
        Problem(
          .unavailable, "\(capacity) \(noun) wait already, and more may not; nothing was done",
          headers: [(name: "Retry-After", value: "2")]))
    case .cancelled: throw refusing(Problem(.badRequest, "the client has gone; nothing was changed"))
    }
    defer { leave(name) }
    return try await body()
  }

  /// How many wait under a name now.
  func waiting(_ name: String) -> Int { state.withLock { $0.lines[name]?.waiting.count ?? 0 } }

  private func enter(_ name: String) async -> Outcome {
    let ticket = state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state in
          state.lines[name, default: Line()].enter(
            Waiter(ticket: ticket, continuation: continuation), places: places, capacity: capacity)
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.lines[name]?.remove(ticket) }
      waiter?.continuation.resume(returning: .cancelled)
    }
  }

  private func leave(_ name: String) {
    let next = state.withLock { state -> Waiter? in
      guard let next = state.lines[name]?.next() else {
        if state.lines[name]?.running == 0 { state.lines[name] = nil }
        return nil
      }
      return next
    }
    next?.continuation.resume(returning: .entered)
  }
}

extension WaitingLine.Line {
  /// Takes a place or a place in the line; nil while it waits.
  fileprivate mutating func enter(
    _ waiter: WaitingLine.Waiter, places: Int, capacity: Int
  ) -> WaitingLine.Outcome? {
    if running < places {
      running += 1
      return .entered
    }
    // Looked at under the lock: a cancellation after this finds the waiter in the line.
    if Task.isCancelled { return .cancelled }
    guard waiting.count < capacity else { return .full }
    waiting.append(waiter)
    return nil
  }

  /// Takes a waiter out of the line who has gone.
  fileprivate mutating func remove(_ ticket: UInt64) -> WaitingLine.Waiter? {
    waiting.firstIndex { $0.ticket == ticket }.map { waiting.remove(at: $0) }
  }

  /// Gives a place on to whoever is first; nil when nobody waits, and then the place is free.
  fileprivate mutating func next() -> WaitingLine.Waiter? {
    guard waiting.isEmpty else { return waiting.removeFirst() }
    running -= 1
    return nil
  }
}
