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
        center: .default)
      let workspace = NotificationPhases(
        phases: [NSWorkspace.didWakeNotification: .active, NSWorkspace.willSleepNotification: .background],
        center: NSWorkspace.shared.notificationCenter)
      return AsyncStream { continuation in
        let forwarding = [application.stream(), workspace.stream()].map { stream in
          Task { for await phase in stream { continuation.yield(phase) } }
        }
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
