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

public func sysctlbyname(
  _ name: UnsafePointer<CChar>!, _ old: UnsafeMutableRawPointer!, _ oldSize: UnsafeMutablePointer<Int>!,
  _ new: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 { -1 }
public func sysctl(
  _ name: UnsafeMutablePointer<Int32>!, _ count: UInt32, _ old: UnsafeMutableRawPointer!,
  _ oldSize: UnsafeMutablePointer<Int>!, _ new: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 { -1 }
public var CTL_KERN: Int32 { 1 }
public var KERN_PROC: Int32 { 14 }
public var KERN_PROC_PID: Int32 { 1 }

public struct timeval32 {
  public var tv_sec = 0
  public var tv_usec: Int32 = 0
}
public struct extern_proc {
  public struct Union { public var __p_starttime = timeval32() }
  public var p_un = Union()
}
public struct kinfo_proc {
  public var kp_proc = extern_proc()
  public init() {}
}
