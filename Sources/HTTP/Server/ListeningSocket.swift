#if canImport(Darwin)
  internal import Darwin
  private let streamSocket = SOCK_STREAM
#else
  internal import Glibc
  private let streamSocket = Int32(SOCK_STREAM.rawValue)
#endif

/// A socket that listens.
///
/// It is made on the thread that starts the server, and not through libuv, which would report that an address is in use
/// only on the loop.
struct ListeningSocket {
  let descriptor: Int32
  let address: SocketAddress

  /// Opens the sockets for an address: as many as there are loops for each address that the host stands for.
  ///
  /// - Returns: For each address an array with a socket for each loop.
  static func open(_ address: ListenAddress, loops: Int) throws(HTTPServerError) -> [[ListeningSocket]] {
    var result: [[ListeningSocket]] = []
    do throws(HTTPServerError) {
      for resolved in try ResolvedAddress.all(of: address) {
        let sockets = try open(resolved, of: address, loops: loops)
        result.append(sockets)
      }
      return result
    } catch {
      for socket in result.joined() { socket.close() }
      throw error
    }
  }

  /// Closes the socket.
  func close() { System.closeDescriptor(descriptor) }

  /// A connection that the kernel has accepted and nobody has taken yet, or nil.
  func takeConnection() -> Int32? {
    let connection = System.acceptConnection(descriptor)
    return connection >= 0 ? connection : nil
  }

  private static func open(
    _ resolved: ResolvedAddress, of address: ListenAddress, loops: Int
  ) throws(HTTPServerError) -> [ListeningSocket] {
    var sockets: [ListeningSocket] = []
    do throws(HTTPServerError) {
      // Sockets that share a port do not mind a second server that shares it too; one that does not share it does.
      if loops > 1 { try listen(on: resolved, port: resolved.port, isShared: false, address).close() }
      for _ in 0..<loops {
        let port = sockets.first.map { UInt16($0.address.port) } ?? resolved.port
        sockets.append(try listen(on: resolved, port: port, isShared: loops > 1, address))
      }
      return sockets
    } catch {
      for socket in sockets { socket.close() }
      throw error
    }
  }

  private static func listen(
    on resolved: ResolvedAddress, port: UInt16, isShared: Bool, _ address: ListenAddress
  ) throws(HTTPServerError) -> ListeningSocket {
    let descriptor = socket(resolved.family, streamSocket, 0)
    guard descriptor >= 0 else { throw failure(address) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
    if isShared { setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &on, size) }
    if resolved.family == AF_INET6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size) }
    guard resolved.bind(descriptor, port: port), System.startListening(descriptor, backlog: 4096) == 0 else {
      let error = failure(address)
      System.closeDescriptor(descriptor)
      throw error
    }
    guard let name = System.localAddress(descriptor) else {
      System.closeDescriptor(descriptor)
      throw HTTPServerError(address: address, reason: .invalidAddress)
    }
    return ListeningSocket(descriptor: descriptor, address: name)
  }

  private static func failure(_ address: ListenAddress) -> HTTPServerError {
    switch errno {
    case EADDRINUSE: HTTPServerError(address: address, reason: .addressInUse)
    case EACCES, EPERM: HTTPServerError(address: address, reason: .notPermitted)
    case EADDRNOTAVAIL: HTTPServerError(address: address, reason: .addressNotAvailable)
    case let code: HTTPServerError(address: address, reason: .system(String(cString: strerror(code))))
    }
  }
}
