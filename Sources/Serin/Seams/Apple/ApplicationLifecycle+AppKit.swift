#if canImport(AppKit) && !canImport(UIKit)
  import AppKit
  import Foundation

  extension ApplicationLifecycle {
    static func announcedPhases() -> AsyncStream<LifecyclePhase> {
      let application = NotificationPhases(
        phases: [
          NSApplication.didBecomeActiveNotification: .active,
          NSApplication.didUnhideNotification: .active,
          NSApplication.didHideNotification: .background,
          NSApplication.willTerminateNotification: .terminating,
        ],
        center: .default
      ).stream()
      let workspace = NotificationPhases(
        phases: [NSWorkspace.didWakeNotification: .active, NSWorkspace.willSleepNotification: .background],
        center: NSWorkspace.shared.notificationCenter
      ).stream()
      return AsyncStream { continuation in
        let forwarding = [
          Task { for await phase in application { continuation.yield(phase) } },
          Task {
            for await phase in workspace {
              // A Mac that wakes up does not unhide the application.
              if phase == .active, await currentPhase() == .background { continue }
              continuation.yield(phase)
            }
          },
        ]
        continuation.onTermination = { _ in forwarding.forEach { $0.cancel() } }
      }
    }

    @MainActor
    static func currentPhase() -> LifecyclePhase? {
      // nil in a command line tool, which is active; asking for the shared application would create one.
      guard let application = NSApp else { return .active }
      return application.isHidden ? .background : .active
    }
  }
#endif
