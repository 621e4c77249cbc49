import CLibUV

@testable import HTTP

#if canImport(Darwin)
  import Darwin
  private let streamSocket = SOCK_STREAM
#else
  import Glibc
  private let streamSocket = Int32(SOCK_STREAM.rawValue)
#endif

/// A blocking socket whose every call is bounded by a deadline.
struct RawSocket: Sendable {
  enum Failure: Error, Hashable {
    case refused
    case reset
    case timedOut
    case system(Int32)
  }

  let descriptor: Int32

  /// Connects, from a certain address of this machine if one is given.
  init(to address: SocketAddress, from source: String? = nil, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(address.isIPv6 ? AF_INET6 : AF_INET, streamSocket, 0)
    guard descriptor >= 0 else { throw Failure.system(errno) }
    if var receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    if let source {
      let local = Self.bytes(host: source, port: 0, isIPv6: false)
      guard System.bindSocket(descriptor, local) == 0 else { throw Failure.system(errno) }
    }
    let bytes = Self.bytes(host: address.host, port: address.port, isIPv6: address.isIPv6)
    let result = bytes.withUnsafeBytes {
      connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
    }
    guard result == 0 else {
      let code = errno
      shut()
      throw code == ECONNREFUSED ? Failure.refused : Failure.system(code)
    }
  }

  private static func bytes(host: String, port: Int, isIPv6: Bool) -> [UInt8] {
    if isIPv6 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = UInt16(port).bigEndian
      inet_pton(AF_INET6, host, &address.sin6_addr)
      return withUnsafeBytes(of: address) { Array($0) }
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    inet_pton(AF_INET, host, &address.sin_addr)
    return withUnsafeBytes(of: address) { Array($0) }
  }

  /// Waits until the socket can be read or written.
  private func wait(for events: Int16, until deadline: ContinuousClock.Instant) throws {
    let left = ContinuousClock.now.duration(to: deadline)
    let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
    guard milliseconds > 0 else { throw Failure.timedOut }
    var entry = pollfd(fd: descriptor, events: events, revents: 0)
    guard poll(&entry, 1, Int32(milliseconds)) > 0 else { throw Failure.timedOut }
  }

  /// Sends all bytes.
  func send(_ bytes: [UInt8], until deadline: ContinuousClock.Instant) throws {
    var sent = 0
    while sent < bytes.count {
      try wait(for: Int16(POLLOUT), until: deadline)
      let count = bytes.withUnsafeBytes { buffer in
        Self.sendSome(descriptor, buffer.baseAddress.map { $0 + sent }, bytes.count - sent)
      }
      if count < 0, errno == EAGAIN { continue }
      guard count >= 0 else { throw errno == EPIPE || errno == ECONNRESET ? Failure.reset : Failure.system(errno) }
      sent += count
    }
  }

  private static func sendSome(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
      Darwin.send(descriptor, start, count, MSG_DONTWAIT)
    #else
      Glibc.send(descriptor, start, count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    #endif
  }

  /// Receives some bytes; none at the end of the connection.
  func receive(until deadline: ContinuousClock.Instant) throws -> [UInt8] {
    try wait(for: Int16(POLLIN), until: deadline)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count >= 0 else { throw errno == ECONNRESET ? Failure.reset : Failure.system(errno) }
    return Array(buffer.prefix(count))
  }

  /// Says that nothing more will be sent.
  func shutWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Makes closing a reset.
  func makeClosingAReset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Closes the socket.
  func shut() { System.closeDescriptor(descriptor) }
}
