import Foundation
import SerinLock

extension RunRecorder {
  /// The app enters a phase; on record when this returns.
  func enter(_ phase: LifecyclePhase) {
    let moment = Moment(configuration.clock)
    switch phase {
    case .active:
      mark(.active, at: moment)
      beatWhileActive()
      // In front of a person the device is unlocked.
      open(isLastTry: true)
    case .background:
      mark(.background, at: moment)
      stopBeating()
      metrics.flush(at: moment.now)
    case .terminating:
      end()
      metrics.flush(at: moment.now)
    case .storageAvailable:
      open(isLastTry: true)
    case .networkAvailable:
      break
    }
  }

  /// The run ends in order.
  func end() {
    let uptime = configuration.clock.uptime
    stopBeating()
    state.withLock { state in
      state.record.isClean = true
      state.record.lastSeen = max(state.record.lastSeen, uptime)
    }
    writeRecord()
  }

  private func mark(_ phase: RunPhase, at moment: Moment) {
    state.withLock { state in
      state.record.enter(phase, at: moment.uptime)
      state.record.isClean = false
    }
    writeRecord()
  }

  /// Gives a sign of life after ten seconds and every minute from then on.
  private func beatWhileActive() {
    let clock = configuration.clock
    let task = Task { [weak self] in
      var pause = RunRecord.earlySeconds
      while true {
        do { try await clock.sleep(seconds: pause) } catch { return }
        guard let self else { return }
        beat()
        pause = Self.beat
      }
    }
    state.withLock { state -> Task<Void, Never>? in
      // A phase that came while the client was being closed: its beat would outlive the client.
      guard !state.isClosed else { return task }
      defer { state.beating = task }
      return state.beating
    }?.cancel()
  }

  private func stopBeating() {
    state.withLock { state -> Task<Void, Never>? in
      defer { state.beating = nil }
      return state.beating
    }?.cancel()
  }

  private func beat() {
    let moment = Moment(configuration.clock)
    let hasNews = state.withLock { state in
      state.record.lastSeen = max(state.record.lastSeen, moment.uptime)
      // The queue has had time enough to put on the disk what it was given at the start.
      defer { state.told = [] }
      state.history.handOver(state.told)
      return !state.told.isEmpty
    }
    writeRecord()
    if hasNews { writeHistory() }
    metrics.flush(at: moment.now)
  }

  /// The server answered: only these flags are still under suspicion.
  private func acquitAll(but suspects: Set<ExactString>) {
    let hasNews = state.withLock { state in
      let earlier = state.history.suspects
      state.history.suspects.formIntersection(suspects)
      return state.history.suspects != earlier
    }
    if hasNews { writeHistory() }
  }

  /// The client is closed.
  private func close(at moment: Moment) {
    state.withLock { $0.isClosed = true }
    end()
    metrics.flush(at: moment.now)
    // Whoever has the folder next writes to the same files.
    state.withLock { $0.access = .none }
    if let folder { LiveFolders.release(folder, of: token) }
  }
}

extension RunRecorder: EnginePart {
  func engine(_ engine: FlagEngine, did event: EngineEvent, at moment: Moment) {
    switch event {
    case .started: break
    // The phase itself came by `enter(_:)`, before the engine dealt with it; the queue may be open by now.
    case .phase: engine.tellEnds()
    case .sessionBegan: metrics.beginSession(engine.events.session, at: moment.now)
    case .contextChanged: engine.nameUnits()
    case .answered: acquitAll(but: engine.core.withLock { $0.suspects })
    case .closed: close(at: moment)
    }
  }
}
