internal import CLibUV

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// An address and a port: one end of a connection.
public struct SocketAddress: Sendable, Hashable {
  /// The sixteen bytes of the address; an IPv4 address is in the first four.
  private let high: UInt64
  private let low: UInt64
  /// Whether this is an IPv6 address.
  public let isIPv6: Bool
  /// The port.
  public let port: Int

  private init(high: UInt64, low: UInt64, isIPv6: Bool, port: Int) {
    self.high = high
    self.low = low
    self.isIPv6 = isIPv6
    self.port = port
  }

  /// 127.0.0.1 without a port.
  public static let loopback = SocketAddress(high: 0x7F00_0001, low: 0, isIPv6: false, port: 0)

  /// The address in its usual notation, without the port and without brackets.
  public var host: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    if isIPv6 {
      var bytes = (high.bigEndian, low.bigEndian)
      inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count))
    } else {
      var bytes = UInt32(truncatingIfNeeded: high).bigEndian
      inet_ntop(AF_INET, &bytes, &text, socklen_t(text.count))
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// What counts as one source of connections: an IPv4 address, or the upper 64 bits of an IPv6 address.
  ///
  /// A single customer of a provider usually holds a whole /64, so counting single IPv6 addresses would limit nobody.
  package var source: SocketAddress { SocketAddress(high: high, low: 0, isIPv6: isIPv6, port: 0) }

  /// Reads an address as the operating system stores it; nil for other families.
  init?(_ storage: sockaddr_storage) {
    let address = withUnsafePointer(to: storage) { pointer -> SocketAddress? in
      let raw = UnsafeRawPointer(pointer)
      switch Int32(storage.ss_family) {
      case AF_INET:
        let v4 = raw.assumingMemoryBound(to: sockaddr_in.self).pointee
        return SocketAddress(
          high: UInt64(UInt32(bigEndian: v4.sin_addr.s_addr)), low: 0, isIPv6: false,
          port: Int(UInt16(bigEndian: v4.sin_port)))
      case AF_INET6:
        let v6 = raw.assumingMemoryBound(to: sockaddr_in6.self).pointee
        let halves = withUnsafeBytes(of: v6.sin6_addr) {
          ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        let (high, low) = (UInt64(bigEndian: halves.0), UInt64(bigEndian: halves.1))
        let port = Int(UInt16(bigEndian: v6.sin6_port))
        // An IPv4 address that is written as IPv6 (RFC 4291, 2.5.5.2), as a socket for both has its peers, is that IPv4
        // address: as IPv6 all of them would be one source.
        guard high != 0 || low >> 32 != 0xFFFF else {
          return SocketAddress(high: low & 0xFFFF_FFFF, low: 0, isIPv6: false, port: port)
        }
        return SocketAddress(high: high, low: low, isIPv6: true, port: port)
      default: return nil
      }
    }
    guard let address else { return nil }
    self = address
  }
}

extension SocketAddress: CustomStringConvertible {
  /// The address with its port: `127.0.0.1:8080`, `[::1]:8080`.
  public var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
