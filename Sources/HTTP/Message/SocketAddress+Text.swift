internal import CLibUV

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension SocketAddress {
  /// Reads an IPv4 or IPv6 address in its usual notation, without brackets; nil for anything else, names included.
  public init?(_ host: String, port: UInt16 = 0) {
    var storage = sockaddr_storage()
    let isRead = withUnsafeMutableBytes(of: &storage) { bytes -> Bool in
      guard let base = bytes.baseAddress else { return false }
      if host.utf8.contains(UInt8(ascii: ":")) {
        let address = base.assumingMemoryBound(to: sockaddr_in6.self)
        address.pointee.sin6_family = sa_family_t(AF_INET6)
        address.pointee.sin6_port = port.bigEndian
        return inet_pton(AF_INET6, host, &address.pointee.sin6_addr) == 1
      }
      let address = base.assumingMemoryBound(to: sockaddr_in.self)
      address.pointee.sin_family = sa_family_t(AF_INET)
      address.pointee.sin_port = port.bigEndian
      return inet_pton(AF_INET, host, &address.pointee.sin_addr) == 1
    }
    guard isRead else { return nil }
    self.init(storage)
  }
}
