import Foundation

/// Where a server is: `http` or `https`, a host, perhaps a port and a path that its paths are put behind.
struct ServerAddress: Sendable, Hashable {
  /// The address as it was given, without a slash at its end.
  let text: String
  private let base: URLComponents

  /// Reads an address; nil when it is not one.
  ///
  /// A user name, a query or a fragment is refused: secrets in addresses end up in logs, and the others have no
  /// meaning here.
  init?(_ text: String) {
    guard let components = URLComponents(string: text), let host = components.host, !host.isEmpty,
      components.scheme == "http" || components.scheme == "https", components.user == nil,
      components.password == nil, components.query == nil, components.fragment == nil
    else { return nil }
    self.text = String(text.reversed().drop { $0 == "/" }.reversed())
    base = components
  }

  /// Whether the host is this machine, as far as its name tells.
  var isLoopback: Bool {
    let host = base.host ?? ""
    return host == "localhost" || host.hasPrefix("127.") || host == "::1" || host == "[::1]"
  }

  /// Whether the host is an address of IPv6 in numbers.
  var isNumericIPv6: Bool { base.host?.contains(":") ?? false }

  /// The URL of a path below the address.
  ///
  /// - Parameters:
  ///   - segments: the path's parts; each is escaped whole, a slash in a key included.
  ///   - query: names and values after the question mark.
  /// - Returns: nil when a part is empty, `.` or `..`, which would name another place than the one that is meant.
  func url(_ segments: [String], query: [(String, String)] = []) -> URL? {
    guard !segments.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else { return nil }
    var components = base
    let prefix = String(base.percentEncodedPath.reversed().drop { $0 == "/" }.reversed())
    components.percentEncodedPath = prefix + segments.map { "/" + Self.escape($0) }.joined()
    if !query.isEmpty {
      components.percentEncodedQuery = query.map { Self.escape($0) + "=" + Self.escape($1) }.joined(separator: "&")
    }
    return components.url
  }

  /// Escapes every byte but the unreserved ones of RFC 3986.
  private static func escape(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    return result
  }
}
