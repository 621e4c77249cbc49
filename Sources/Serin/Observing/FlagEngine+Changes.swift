import SerinLock

extension FlagEngine {
  /// Passes a change on to everybody who follows the flags.
  ///
  /// Listeners and the notification wait for the main thread; readers of ``FlagsChanges`` do not need it.
  func announce(_ change: FlagsChange, _ state: inout EngineState) {
    if !state.listeners.isEmpty { state.outbox.append(.change(change)) }
    state.postNotification(of: change)
    for index in state.readers.indices {
      let merged = change.merged(after: state.readers[index].pending)
      if state.readers[index].waiting.isEmpty {
        state.readers[index].pending = merged
      } else {
        state.readers[index].pending = nil
        state.effects.append(.next(state.readers[index].waiting.removeFirst().continuation, merged))
      }
    }
  }

  /// Ends what every reader of ``FlagsChanges`` reads; under the lock.
  func endReaders(_ state: inout EngineState) {
    for waiting in state.readers.flatMap(\.waiting) {
      state.effects.append(.next(waiting.continuation, nil))
    }
    state.readers = []
  }

  /// A number for a new reader, which the engine knows of from its first element on.
  func newReaderNumber() -> UInt64 {
    core.withLock { $0.newNumber() }
  }

  /// Waits for a reader's next element.
  ///
  /// - Parameter isFirst: Whether the reader wants what is in effect now, and what changes from then on.
  /// - Returns: nil when the client is closed or the task is cancelled.
  func nextChange(for reader: UInt64, isFirst: Bool) async -> FlagsChange? {
    guard !Task.isCancelled else { return nil }
    let number = core.withLock { $0.newNumber() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        step { state, moment in
          let waiting = ChangesReader.Waiting(number: number, continuation: continuation)
          isFirst ? begin(reader, waiting, &state, at: moment) : proceed(reader, waiting, &state)
        }
        // The handler below may have run before there was anything to cancel.
        if Task.isCancelled { stopWaiting(number) }
      }
    } onCancel: {
      stopWaiting(number)
    }
  }

  /// A reader is gone.
  func removeReader(_ reader: UInt64) {
    step { state, _ in
      // A copy of the iterator keeps the reader, so nobody waits here any more.
      state.readers.removeAll { $0.number == reader }
    }
  }

  private func begin(
    _ reader: UInt64, _ waiting: ChangesReader.Waiting, _ state: inout EngineState, at moment: Moment
  ) {
    guard !state.isClosed else {
      state.effects.append(.next(waiting.continuation, nil))
      return
    }
    state.readers.append(ChangesReader(number: reader))
    // What readers of flags see, and not what listeners were told last: between two users those differ.
    let snapshot = FlagsSnapshot(table: board.table(at: moment.uptime))
    state.effects.append(
      .next(waiting.continuation, FlagsChange(snapshot: snapshot, changedKeys: [], cause: .current)))
  }

  private func proceed(_ reader: UInt64, _ waiting: ChangesReader.Waiting, _ state: inout EngineState) {
    guard let index = state.readers.firstIndex(where: { $0.number == reader }) else {
      state.effects.append(.next(waiting.continuation, nil))
      return
    }
    if let pending = state.readers[index].pending {
      state.readers[index].pending = nil
      state.effects.append(.next(waiting.continuation, pending))
    } else {
      state.readers[index].waiting.append(waiting)
    }
  }

  private func stopWaiting(_ number: UInt64) {
    step { state, _ in
      for index in state.readers.indices {
        guard let place = state.readers[index].waiting.firstIndex(where: { $0.number == number }) else { continue }
        state.effects.append(.next(state.readers[index].waiting.remove(at: place).continuation, nil))
        return
      }
    }
  }
}
