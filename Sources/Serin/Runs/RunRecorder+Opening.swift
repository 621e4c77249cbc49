import Foundation
import SerinLock

extension RunRecorder {
  /// Reads what the earlier run left and begins this one's record, when that was not possible yet.
  ///
  /// - Parameter isLastTry: Whether files that cannot be read now never will be.
  func open(isLastTry: Bool) {
    guard let folder, isLocked else { return }
    do throws(StorageError) {
      let earlier = try readRecord(folder)
      if let earlier, isAlive(earlier) { return leaveToOther() }
      let history = try readHistory(folder)
      takeOver(earlier, history, in: folder)
    } catch {
      if error == .notPermitted, !isLastTry { return }
      state.withLock { $0.access = .none }
      warning("flags are kept in memory only, the record of the earlier run cannot be read: \(error)")
    }
  }

  /// Another living client has the folder.
  func leaveToOther() {
    state.withLock { $0.access = .taken }
    warning("another client that is in use has the same storage folder; flags are kept in memory only")
  }

  private func takeOver(_ earlier: RunRecord?, _ history: RunHistory, in folder: String) {
    let moment = Moment(configuration.clock)
    let exposed = earlier.map { exposures.exposures(ofRun: $0.token) } ?? []
    state.withLock { state in
      state.history = history
      if let earlier {
        let kind = earlier.exit(
          system: state.record.system, version: state.record.version, build: state.record.build, uptime: moment.uptime)
        state.history.add(PastRun(earlier, kind: kind, exposed: exposed))
        state.previous = (
          PreviousExit(
            kind: kind, exposed: exposed.lastStates, startedAt: earlier.startedAt, duration: earlier.duration),
          earlier.token
        )
      }
      if let crash = state.earlyCrash { _ = note(crash, &state) }
      suspect(&state)
    }
    beginRecord(folder)
  }

  private func beginRecord(_ folder: String) {
    // The history first, since the record replaces the only other word of the earlier run.
    guard writeHistory(isTakingOver: true) else {
      state.withLock { $0.access = .none }
      return
    }
    do throws(StorageError) {
      let file = try InPlaceFile(Self.recordPath(folder), size: RunBlock.size)
      state.withLock { $0.access = .open(file) }
      writeRecord()
    } catch {
      state.withLock { $0.access = .none }
      warnOfMemory(error)
    }
  }

  /// Adds to the suspects what the last two runs say.
  func suspect(_ state: inout State) {
    guard configuration.guardsAgainstCrashLoops else {
      state.history.suspects = []
      return
    }
    let found = CrashLoop.suspects(in: state.history.runs)
    // Under suspicion until the server answers: the run that was spared must not make the next one crash again.
    state.history.suspects.formUnion(found)
  }

  /// Gives the queue the events of earlier runs that may not be in it yet; nothing that this run has given it already.
  ///
  /// For when the queue can take them: the engine is there, and the device unlocked.
  func tellEnds() {
    guard !isAppExtension else { return }
    let runs = state.withLock { state -> [PastRun] in
      let runs = state.history.runs.filter { !$0.isHandedOver && !state.told.contains($0.token) }
      state.told.formUnion(runs.map(\.token))
      return runs
    }
    for run in runs {
      for event in run.events { sink.append(type: event.type, body: event.body, at: run.endedAt) }
    }
  }

  /// Whether the process of a record still lives.
  ///
  /// Only a process that the kernel says started at the very time of the record does: numbers of processes come again.
  /// One of this process would have been found before, since it would have the folder.
  private func isAlive(_ earlier: RunRecord) -> Bool {
    let processes = configuration.processes
    guard !earlier.isClean, earlier.process.id != processes.current, earlier.system.boot == processes.boot.cut,
      case .running(let start?) = processes.status(earlier.process.id)
    else { return false }
    return start == earlier.process.start
  }

  private func readRecord(_ folder: String) throws(StorageError) -> RunRecord? {
    guard let bytes = try read(Self.recordPath(folder), limit: RunBlock.size) else { return nil }
    let record = RunBlock.record(in: bytes)
    if record == nil { log("the record of the earlier run is damaged; how it ended is not known") }
    return record
  }

  func readHistory(_ folder: String) throws(StorageError) -> RunHistory {
    guard let bytes = try read(Self.historyPath(folder), limit: RunHistory.maximumBytes) else { return RunHistory() }
    if let history = RunHistory(parsing: bytes) { return history }
    log("the history of earlier runs is damaged and left aside")
    return RunHistory()
  }

  /// A file's bytes; nil when there is none or it is too large to be one of the recorder's.
  private func read(_ path: String, limit: Int) throws(StorageError) -> [UInt8]? {
    do throws(StorageError) {
      return try configuration.files.read(path, limit: limit)
    } catch {
      switch error {
      case .notFound: return nil
      case .tooLarge: return []
      default: throw error
      }
    }
  }

  func log(_ text: String) {
    configuration.log?(FlagLogMessage(level: .info, text: text))
  }
}

extension [FeatureFlag] {
  /// Each flag once, in its last state, in the order of the keys' bytes.
  fileprivate var lastStates: [FeatureFlag] { FlagTable(self).flags }
}
