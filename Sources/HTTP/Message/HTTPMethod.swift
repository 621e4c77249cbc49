/// The method of a request.
///
/// Method names are case-sensitive (RFC 9110, 9.1). A method that has no case of its own arrives as ``other(_:)`` with
/// its name, so that a handler can answer 405 and say what it allows.
public enum HTTPMethod: Sendable, Hashable {
  /// GET.
  case get
  /// HEAD: the answer is the head of what GET would give.
  case head
  /// POST.
  case post
  /// PUT.
  case put
  /// PATCH.
  case patch
  /// DELETE.
  case delete
  /// OPTIONS.
  case options
  /// TRACE.
  case trace
  /// CONNECT. The server refuses it before a handler sees it.
  case connect
  /// Any other token.
  case other(String)

  /// Takes a method by its name.
  ///
  /// - Parameter name: The name as it stands in the request line, for example `GET`.
  public init(_ name: String) {
    self = Self.known.first { $0.name == name } ?? .other(name)
  }

  /// The name as it stands in a request line.
  public var name: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    case .delete: "DELETE"
    case .options: "OPTIONS"
    case .trace: "TRACE"
    case .connect: "CONNECT"
    case .other(let name): name
    }
  }

  /// Whether the method asks for nothing to be changed (RFC 9110, 9.2.1).
  ///
  /// Only pipelined requests with safe methods are handled at the same time.
  public var isSafe: Bool {
    switch self {
    case .get, .head, .options, .trace: true
    default: false
    }
  }

  private static let known: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]

  /// Takes a method from the bytes of a request line, without making a string for the common ones.
  init(bytes: UnsafeBufferPointer<UInt8>) {
    // The names packed big-endian into one integer: a comparison of integers instead of one of strings.
    var packed: UInt64 = 0
    if bytes.count <= 8 { for byte in bytes { packed = packed << 8 | UInt64(byte) } }
    switch packed {
    case 0x47_45_54: self = .get
    case 0x48_45_41_44: self = .head
    case 0x50_4F_53_54: self = .post
    case 0x50_55_54: self = .put
    case 0x50_41_54_43_48: self = .patch
    case 0x44_45_4C_45_54_45: self = .delete
    case 0x4F_50_54_49_4F_4E_53: self = .options
    default: self.init(String(decoding: bytes, as: UTF8.self))
    }
  }
}

extension HTTPMethod: CustomStringConvertible {
  /// The name of the method.
  public var description: String { name }
}
