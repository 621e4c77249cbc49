#if os(watchOS)
  import Foundation
  import WatchKit

  extension ApplicationLifecycle {
    static func announcedPhases() -> AsyncStream<LifecyclePhase> {
      NotificationPhases(
        phases: [
          WKApplication.didBecomeActiveNotification: .active,
          WKApplication.didEnterBackgroundNotification: .background,
        ],
        center: .default
      ).stream()
    }

    @MainActor
    static func currentPhase() -> LifecyclePhase? {
      switch WKApplication.shared().applicationState {
      case .active: .active
      case .background: .background
      default: nil
      }
    }
  }
#endif
