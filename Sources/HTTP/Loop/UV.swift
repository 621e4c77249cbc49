internal import CLibUV

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// libuv's handles are structures that begin with the same members; C passes them around by casting the pointer.
extension UnsafeMutablePointer where Pointee == uv_tcp_t {
  var asStream: UnsafeMutablePointer<uv_stream_t> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: uv_stream_t.self)
  }
}

extension UnsafeMutablePointer {
  /// The pointer as one to the part that all handles have in common.
  ///
  /// Only for the handle types of libuv.
  var asHandle: UnsafeMutablePointer<uv_handle_t> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: uv_handle_t.self)
  }
}

enum UV {
  /// A duration in libuv's milliseconds, rounded up; no limit for infinity.
  static func milliseconds(_ seconds: Double) -> UInt64 {
    guard seconds < 1e12 else { return UInt64.max / 4 }
    return seconds > 0 ? UInt64((seconds * 1000).rounded(.up)) : 0
  }

  /// The address of the other end; nil when the connection has gone.
  static func peer(of handle: UnsafeMutablePointer<uv_tcp_t>) -> SocketAddress? {
    var storage = sockaddr_storage()
    var length = Int32(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { uv_tcp_getpeername(handle, $0, &length) }
    }
    return result == 0 ? SocketAddress(storage) : nil
  }
}
