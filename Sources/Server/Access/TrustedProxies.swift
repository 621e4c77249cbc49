import HTTP
import SerinFlags

/// The proxies before the server whose word about where a request comes from counts.
///
/// Each proxy on the way adds the address that it was asked by at the right of `X-Forwarded-For`, and anybody may send
/// the header with anything in it. So it is read from the right, and only as far as the proxies are trusted.
package struct TrustedProxies: Sendable {
  /// No proxies: a request comes from where its connection does.
  package static let none = TrustedProxies(ranges: [])

  private let ranges: [AddressRange]

  private init(ranges: [AddressRange]) { self.ranges = ranges }

  /// Reads ranges such as `10.0.0.0/8` or `2001:db8::1`; nil when one of them is none.
  package init?(_ texts: [String]) {
    var ranges: [AddressRange] = []
    for text in texts {
      guard let range = AddressRange(parsing: text) else { return nil }
      ranges.append(range)
    }
    self.init(ranges: ranges)
  }

  /// Whether an address is that of one of the proxies.
  func contains(_ address: SocketAddress) -> Bool {
    guard !ranges.isEmpty else { return false }
    let host = address.host
    return ranges.contains { $0.contains(address: host) }
  }

  /// Where a request comes from: the rightmost address of `X-Forwarded-For` that is no trusted proxy.
  ///
  /// It is the connection's own address when that is no trusted proxy, and when the header is missing, names trusted
  /// proxies only, or has something else than an address where it is looked at.
  func client(of request: HTTPRequest) -> SocketAddress {
    let peer = request.remoteAddress
    guard contains(peer) else { return peer }
    let hops = request.headers.values(of: "x-forwarded-for").flatMap {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    for hop in hops.reversed() {
      guard let address = Self.address(hop) else { return peer }
      if !contains(address) { return address }
    }
    return peer
  }

  /// Where a request comes from, as failures are counted: an IPv4 address or a /64 of IPv6.
  ///
  /// Nil for this machine itself: behind a proxy on it that nobody declared, everybody has that address, and whoever
  /// fails often enough would shut out all others.
  func source(of request: HTTPRequest) -> String? {
    let client = client(of: request)
    // What a header says of another machine exempts nobody.
    return client.isLoopback && request.remoteAddress.isLoopback ? nil : client.source.host
  }

  /// An address as proxies write it: alone, or with a port, where one of IPv6 is in brackets.
  private static func address(_ text: Substring) -> SocketAddress? {
    var host = text.drop { $0 == " " || $0 == "\t" }
    while let last = host.last, last == " " || last == "\t" { host.removeLast() }
    if host.hasPrefix("[") {
      guard let end = host.firstIndex(of: "]") else { return nil }
      let rest = host[host.index(after: end)...]
      guard rest.isEmpty || isPort(rest) else { return nil }
      host = host[host.index(after: host.startIndex)..<end]
    } else if let colon = host.firstIndex(of: ":"), host.lastIndex(of: ":") == colon {
      guard isPort(host[colon...]) else { return nil }
      host = host[..<colon]
    }
    return SocketAddress(String(host))
  }

  private static func isPort(_ text: Substring) -> Bool {
    text.first == ":" && UInt16(text.dropFirst()) != nil
  }
}
