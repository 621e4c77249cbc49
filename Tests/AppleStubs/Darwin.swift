// swift-format-ignore-file
@_exported import Glibc

public struct os_unfair_lock_s: Sendable {
  var opaque: UInt32 = 0
  public init() {}
}
public func os_unfair_lock_lock(_ lock: UnsafeMutablePointer<os_unfair_lock_s>) {}
public func os_unfair_lock_unlock(_ lock: UnsafeMutablePointer<os_unfair_lock_s>) {}

public let F_SETPROTECTIONCLASS: Int32 = 64

public func pthread_self() -> OpaquePointer { OpaquePointer(bitPattern: 1)! }
