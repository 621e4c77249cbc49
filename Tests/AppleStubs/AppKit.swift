// swift-format-ignore-file
public import Foundation

@MainActor open class NSApplication: NSObject {
  public nonisolated class var didBecomeActiveNotification: NSNotification.Name { .init("NSApplicationDidBecomeActive") }
  public nonisolated class var didUnhideNotification: NSNotification.Name { .init("NSApplicationDidUnhide") }
  public nonisolated class var didHideNotification: NSNotification.Name { .init("NSApplicationDidHide") }
  public nonisolated class var willTerminateNotification: NSNotification.Name { .init("NSApplicationWillTerminate") }
  public var isHidden: Bool { false }
}

@MainActor public var NSApp: NSApplication!

open class NSWorkspace: NSObject, @unchecked Sendable {
  public class var shared: NSWorkspace { NSWorkspace() }
  public var notificationCenter: NotificationCenter { .default }
  public class var didWakeNotification: NSNotification.Name { .init("NSWorkspaceDidWake") }
  public class var willSleepNotification: NSNotification.Name { .init("NSWorkspaceWillSleep") }
}
