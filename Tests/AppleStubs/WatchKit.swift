// swift-format-ignore-file
public import Foundation

public enum WKApplicationState: Int, Sendable { case active, inactive, background }

@MainActor open class WKApplication: NSObject {
  public nonisolated class var didBecomeActiveNotification: NSNotification.Name { .init("WKApplicationDidBecomeActive") }
  public nonisolated class var didEnterBackgroundNotification: NSNotification.Name { .init("WKApplicationDidEnterBackground") }
  public class func shared() -> WKApplication { WKApplication() }
  public var applicationState: WKApplicationState { .active }
}
