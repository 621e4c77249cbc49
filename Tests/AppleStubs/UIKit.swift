// swift-format-ignore-file
public import Foundation

public struct Selector: Sendable {}

@MainActor open class UIApplication: NSObject {
  public enum State: Int, Sendable { case active, inactive, background }
  public nonisolated class var didBecomeActiveNotification: NSNotification.Name { .init("UIApplicationDidBecomeActive") }
  public nonisolated class var didEnterBackgroundNotification: NSNotification.Name { .init("UIApplicationDidEnterBackground") }
  public nonisolated class var willTerminateNotification: NSNotification.Name { .init("UIApplicationWillTerminate") }
  public nonisolated class var protectedDataDidBecomeAvailableNotification: NSNotification.Name { .init("UIApplicationProtectedDataDidBecomeAvailable") }
  public var applicationState: State { .active }

  // Of NSObject, which Linux's Foundation has without the messages of Objective-C.
  public nonisolated class func responds(to selector: Selector) -> Bool { false }
  public nonisolated class func perform(_ selector: Selector) -> Unmanaged<AnyObject>? { nil }
}

public func NSSelectorFromString(_ name: String) -> Selector { Selector() }
