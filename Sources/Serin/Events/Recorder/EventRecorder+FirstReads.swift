import Foundation
import SerinLock

extension EventRecorder {
  /// Records that a flag was read for the first time, when reading it is what is to be recorded.
  ///
  /// Does no work with files on the caller's thread. What cannot be stored now is tried again with the next reading, though
  /// not with every one: an app may read a flag for each line of a list, and a disk that is full stays so for a while.
  func recordFirstRead(_ flag: FeatureFlag) {
    let uptime = clock.uptime
    let (isReady, isPaused) = state.withLock { state in
      if case .unopened = state.journal { return (false, uptime < state.firstReadsPausedUntil) }
      return (true, uptime < state.firstReadsPausedUntil)
    }
    if isPaused {
      forgetFirstRead(flag)
    } else if isReady {
      recordOrForget(flag, isReading: true)
    } else {
      serial.async { [self] in recordOrForget(flag, isReading: false) }
    }
  }

  private func recordOrForget(_ flag: FeatureFlag, isReading: Bool) {
    guard !recordImpression(flag, isReading: isReading) else { return }
    let uptime = clock.uptime
    state.withLock { $0.firstReadsPausedUntil = uptime + Self.firstReadPause }
    forgetFirstRead(flag)
  }

  private func forgetFirstRead(_ flag: FeatureFlag) {
    state.withLock(\.engine)?.board.forgetFirstRead(flag)
  }

  /// After a first reading that could not be stored none is tried for so many seconds.
  private static let firstReadPause: TimeInterval = 1
}
