internal import CLibUV

#if canImport(Darwin)
  internal import Darwin
  private let streamSocket = SOCK_STREAM
#else
  internal import Glibc
  private let streamSocket = Int32(SOCK_STREAM.rawValue)
#endif

/// An address in the operating system's form.
struct ResolvedAddress {
  let family: Int32
  let port: UInt16
  private let bytes: [UInt8]

  /// All addresses that a host stands for.
  static func all(of address: ListenAddress) throws(HTTPServerError) -> [ResolvedAddress] {
    guard let port = UInt16(exactly: address.port), !address.host.isEmpty else {
      throw HTTPServerError(address: address, reason: .invalidAddress)
    }
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE
    hints.ai_socktype = streamSocket
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.host, nil, &hints, &list) == 0 else {
      throw HTTPServerError(address: address, reason: .invalidAddress)
    }
    defer { freeaddrinfo(list) }
    var result: [ResolvedAddress] = []
    var next = list
    while let entry = next?.pointee {
      let bytes = UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen))
      if entry.ai_family == AF_INET || entry.ai_family == AF_INET6,
        !result.contains(where: { $0.bytes.elementsEqual(bytes) })
      {
        result.append(ResolvedAddress(family: entry.ai_family, port: port, bytes: Array(bytes)))
      }
      next = entry.ai_next
    }
    guard !result.isEmpty else { throw HTTPServerError(address: address, reason: .invalidAddress) }
    return result
  }

  /// Binds a socket to the address with a port; false when the system does not want to, and `errno` says why.
  func bind(_ descriptor: Int32, port: UInt16) -> Bool {
    var bytes = bytes
    // Port and family stand in the same place in the addresses of both families.
    let offset = MemoryLayout<sockaddr_in>.offset(of: \.sin_port) ?? 2
    bytes[offset] = UInt8(port >> 8)
    bytes[offset + 1] = UInt8(port & 0xFF)
    return System.bindSocket(descriptor, bytes) == 0
  }
}
