#if canImport(UIKit) && !os(watchOS)
  import Foundation
  import UIKit

  extension ApplicationLifecycle {
    static func announcedPhases() -> AsyncStream<LifecyclePhase> {
      NotificationPhases(
        phases: [
          UIApplication.didBecomeActiveNotification: .active,
          UIApplication.didEnterBackgroundNotification: .background,
          UIApplication.willTerminateNotification: .terminating,
          UIApplication.protectedDataDidBecomeAvailableNotification: .storageAvailable,
        ],
        center: .default
      ).stream()
    }

    @MainActor
    static func currentPhase() -> LifecyclePhase? {
      // `UIApplication.shared` does not compile in code that an app extension links, hence the way by name.
      let selector = NSSelectorFromString("sharedApplication")
      guard Bundle.main.bundleURL.pathExtension != "appex", UIApplication.responds(to: selector),
        let application = UIApplication.perform(selector)?.takeUnretainedValue() as? UIApplication
      else { return nil }
      switch application.applicationState {
      case .active: return .active
      case .background: return .background
      // Between the two, the notification that says where it goes is still to come.
      default: return nil
      }
    }
  }
#endif
