internal import CLibUV

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// System calls whose names are also those of methods here.
enum System {
  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

  static func startListening(_ descriptor: Int32, backlog: Int32) -> Int32 { listen(descriptor, backlog) }

  static func acceptConnection(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

  /// Binds a socket to an address given as the bytes of a `sockaddr`.
  static func bindSocket(_ descriptor: Int32, _ address: [UInt8]) -> Int32 {
    address.withUnsafeBytes { bytes in
      bind(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
    }
  }

  /// The address that a socket is bound to.
  static func localAddress(_ descriptor: Int32) -> SocketAddress? {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    return result == 0 ? SocketAddress(storage) : nil
  }

  /// Keeps a write to a connection that has gone from ending the process: it shall fail instead.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// How many files the process may have open.
  static var openFileLimit: Int {
    var limit = rlimit()
    #if canImport(Darwin)
      let result = getrlimit(RLIMIT_NOFILE, &limit)
    #else
      let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #endif
    guard result == 0, limit.rlim_cur < UInt64(Int32.max) else { return Int(Int32.max) }
    return Int(limit.rlim_cur)
  }
}
