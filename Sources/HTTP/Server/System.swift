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

  /// Sets how long sent bytes may go without an acknowledgement, also because the other end takes none, before the
  /// connection breaks (RFC 5482).
  static func setAcknowledgementTimeout(of handle: UnsafeMutablePointer<uv_tcp_t>, milliseconds: UInt64) {
    var descriptor: Int32 = -1
    guard uv_fileno(handle.asHandle, &descriptor) == 0, milliseconds <= UInt64(Int32.max) else { return }
    #if canImport(Darwin)
      var time = Int32(milliseconds / 1000 + 1)
      let option = TCP_RXT_CONNDROPTIME
    #else
      var time = Int32(milliseconds)
      let option = TCP_USER_TIMEOUT
    #endif
    setsockopt(descriptor, Int32(IPPROTO_TCP), option, &time, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Whether the other end has closed its side or reset the connection, also while there are bytes that nobody has read.
  static func isClosedByPeer(_ handle: UnsafeMutablePointer<uv_tcp_t>) -> Bool {
    var descriptor: Int32 = -1
    guard uv_fileno(handle.asHandle, &descriptor) == 0 else { return true }
    #if canImport(Darwin)
      let events = Int16(POLLHUP)
    #else
      // POLLRDHUP, which the C library shows only to programs that ask for GNU's extensions.
      let events: Int16 = 0x2000
    #endif
    var entry = pollfd(fd: descriptor, events: events, revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  /// Whether the process may open so many files more.
  static func canOpenFiles(_ count: Int) -> Bool {
    var opened: [Int32] = []
    defer { for descriptor in opened { closeDescriptor(descriptor) } }
    while opened.count < count {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return false }
      opened += ends
    }
    return true
  }

  /// How many connections the process may have: what the limit of open files allows less those for other uses, which
  /// are the store's, the log and the loops' own.
  ///
  /// A process with few files keeps a quarter of them for those.
  static var connectionLimit: Int { connectionLimit(openFiles: openFileLimit) }

  static func connectionLimit(openFiles: Int) -> Int { max(1, openFiles - min(256, openFiles / 4)) }
}
