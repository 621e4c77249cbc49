import Dispatch
import Foundation

/// Time for what is under way when an app leaves the foreground.
///
/// `ProcessInfo`'s expiring activity rather than the application's background task, which an app extension may not use.
enum BackgroundActivity {
  /// Asks the system not to suspend the process yet; does nothing where processes are not suspended.
  ///
  /// - Returns: Says that the work is done; may be called on any thread, and more than once.
  static func begin() -> @Sendable () -> Void {
    #if canImport(UIKit)
      let isOver = DispatchSemaphore(value: 0)
      // The process stays awake as long as the first call lasts, which has a thread of its own. The second one, beside it,
      // says that the time is up.
      ProcessInfo.processInfo.performExpiringActivity(withReason: "sending feature flag events") { isTimeUp in
        if isTimeUp { isOver.signal() } else { _ = isOver.wait(timeout: .now() + longest) }
      }
      return { isOver.signal() }
    #else
      return {}
    #endif
  }

  /// So many seconds are enough for anything, whatever the system would allow.
  static let longest: TimeInterval = 30
}
