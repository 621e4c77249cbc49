import SerinFlags

/// The origins of web pages that may use a client key (RFC 6454, 6.2).
enum WebOrigin {
  /// How many origins a key may have.
  static let maximumCount = 50
  /// The longest origin, in bytes.
  static let maximumBytes = 300
  /// Every origin.
  static let any = "*"

  /// Origins as they are stored: sorted, each once.
  /// - Throws: 422 that names the one that is wrong.
  static func checked(_ origins: [String]) throws(Problem) -> [String] {
    guard origins.count <= maximumCount else {
      throw Problem(path: "origins", message: "has \(origins.count) origins; at most \(maximumCount) are allowed")
    }
    for (index, origin) in origins.enumerated() where origin.utf8.count > maximumBytes {
      throw Problem(
        path: "origins[\(index)]", message: "has \(origin.utf8.count) bytes; at most \(maximumBytes) are allowed")
    }
    for (index, origin) in origins.enumerated() where origin != any && !isOrigin(origin) {
      throw Problem(
        path: "origins[\(index)]",
        message: "\"\(origin)\" must be an origin as browsers send it, such as https://app.example.com or "
          + "http://localhost:5173, in lower case, without a path and without a port that the scheme has anyway; or * for every origin"
      )
    }
    return Set(origins.map(ExactString.init)).sorted().map(\.string)
  }

  /// Whether a text is `scheme://host` or `scheme://host:port`, as browsers write it.
  private static func isOrigin(_ text: String) -> Bool {
    guard let separator = text.firstRange(of: "://") else { return false }
    let scheme = text[..<separator.lowerBound].utf8
    let authority = text[separator.upperBound...].utf8
    guard let first = scheme.first, isLetter(first),
      scheme.allSatisfy({ isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) })
    else { return false }
    var host = authority[...]
    // What stands behind the brackets of an IPv6 address, or else behind the last colon, is the port.
    if let colon = host.lastIndex(of: UInt8(ascii: ":")), !(host.last == UInt8(ascii: "]")) {
      let text = String(decoding: host[host.index(after: colon)...], as: UTF8.self)
      // Browsers leave out the port that a scheme has anyway, and write no leading zeros.
      guard let port = UInt16(text), port > 0, "\(port)" == text,
        !(port == 443 && scheme.elementsEqual("https".utf8)), !(port == 80 && scheme.elementsEqual("http".utf8))
      else { return false }
      host = host[..<colon]
    }
    if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") {
      return host.count > 2
        && host.dropFirst().dropLast().allSatisfy { isDigit($0) || isHexLetter($0) || $0 == 0x3A || $0 == 0x2E }
    }
    return !host.isEmpty && host.allSatisfy { isLetter($0) || isDigit($0) || "-._".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
  private static func isHexLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
