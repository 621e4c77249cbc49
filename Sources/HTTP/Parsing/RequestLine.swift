/// The first line of a request: `GET /path?query HTTP/1.1`.
///
/// It is read here and not by llhttp, because llhttp knows a fixed list of methods, some of which make it expect
/// another protocol (RTSP, ICE), and because a refusal should say which part was wrong. One space is one space and a
/// line ends with carriage return and line feed; nothing is guessed.
struct RequestLine {
  /// The longest method that is taken.
  ///
  /// Registered ones have up to 17 characters.
  static let longestMethod = 32

  var method: HTTPMethod
  var target: TargetForm.Parts
  var isHTTP10: Bool

  /// What stands for the line before one was read.
  static let none = RequestLine(
    method: .get, target: TargetForm.Parts(ranges: .init(target: 0..<0, path: 0..<0)), isHTTP10: false)

  private init(method: HTTPMethod, target: TargetForm.Parts, isHTTP10: Bool) {
    self.method = method
    self.target = target
    self.isHTTP10 = isHTTP10
  }

  /// Reads a line.
  ///
  /// - Parameters:
  ///   - line: The line with its end; it begins at the start of the buffer that offsets count from.
  ///   - limits: For the length of the target.
  init(_ line: UnsafeBufferPointer<UInt8>, limits: HTTPLimits) throws(HTTPRefusal) {
    let end = line.count - 2
    guard end >= 0, line[end] == ASCII.carriageReturn, line[end + 1] == ASCII.lineFeed else {
      throw .malformed("the request line does not end with a carriage return and a line feed")
    }
    guard
      let methodEnd = line[..<min(end, Self.longestMethod + 1)].firstIndex(of: ASCII.space), methodEnd > 0,
      line[..<methodEnd].allSatisfy(ASCII.isTokenCharacter)
    else {
      throw .malformed("the request line does not begin with a method of at most \(Self.longestMethod) characters")
    }
    guard let targetEnd = line[(methodEnd + 1)..<end].lastIndex(of: ASCII.space), targetEnd > methodEnd else {
      throw .malformed("the request line has no version")
    }
    method = HTTPMethod(bytes: UnsafeBufferPointer(rebasing: line[..<methodEnd]))
    isHTTP10 = try Self.isHTTP10(UnsafeBufferPointer(rebasing: line[(targetEnd + 1)..<end]))
    let target = methodEnd + 1..<targetEnd
    guard target.count <= limits.targetBytes else { throw .targetTooLong(limits) }
    guard method != .connect else {
      throw HTTPRefusal(.tunnelNotSupported, "CONNECT is not supported: this server is not a proxy.")
    }
    guard let parts = TargetForm.parse(target, method: method, in: line) else {
      throw .malformed("the target of the request is neither a path nor an http or https address")
    }
    self.target = parts
  }

  private static func isHTTP10(_ version: UnsafeBufferPointer<UInt8>) throws(HTTPRefusal) -> Bool {
    guard
      version.count == 8, ASCII.equal(UnsafeBufferPointer(rebasing: version[..<5]), "http/"),
      version[0] == UInt8(ascii: "H"), version[1] == UInt8(ascii: "T"), version[2] == UInt8(ascii: "T"),
      version[3] == UInt8(ascii: "P"), ASCII.isDigit(version[5]), version[6] == UInt8(ascii: "."),
      ASCII.isDigit(version[7])
    else {
      throw .malformed("the request line does not end with a version such as HTTP/1.1")
    }
    guard version[5] == UInt8(ascii: "1"), version[7] <= UInt8(ascii: "1") else {
      let text = String(decoding: version, as: UTF8.self)
      throw HTTPRefusal(.unsupportedVersion, "\(text) is not supported: this server speaks HTTP/1.1 and HTTP/1.0.")
    }
    return version[7] == UInt8(ascii: "0")
  }
}
