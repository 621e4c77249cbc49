import Dispatch
import Foundation

/// Asks the system not to suspend the app, which has just left the foreground, for a few seconds.
///
/// By the way that app extensions may use, too. Does nothing where apps are not suspended.
///
/// - Returns: To be called once the work is done; the system is not held up any longer then.
func holdOffSuspension() -> @Sendable () -> Void {
  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
    let done = DispatchSemaphore(value: 0)
    ProcessInfo.processInfo.performExpiringActivity(withReason: "Serin sends what was recorded") { isExpired in
      // Called on a queue of the system's; once more, with true, when the system will not wait any longer.
      if isExpired { done.signal() } else { _ = done.wait(timeout: .now() + longestActivity) }
    }
    return { done.signal() }
  #else
    return {}
  #endif
}

#if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
  /// In seconds; the system gives hardly more.
  private let longestActivity = 5.0
#endif
