import HTTP
import SerinFlags
import Store

/// What `Idempotency-Key` says: a name that its sender gives a request, so that sending it again does nothing again.
///
/// The header is that of draft-ietf-httpapi-idempotency-key-header, a string in quotation marks; without them it is taken
/// too, as many clients send it.
struct IdempotencyKey: Sendable, Hashable {
  static let header = "Idempotency-Key"
  /// The longest key in bytes.
  static let maximumBytes = 255

  /// How the OpenAPI document describes the header.
  static let parameter = OperationParameter(
    header, .string(pattern: #"^[ -~]*[!-~][ -~]*$"#, length: 1...maximumBytes),
    "A name of your own for this request. Sent again with the same name within 24 hours it is not carried out again, and gets "
      + "the answer of the first time.")

  let value: String

  /// The key of a request; nil when it has none.
  /// - Throws: 400 when it is not one.
  init?(of request: HTTPRequest) throws(Problem) {
    guard let text = request.headers[Self.header.lowercased()] else { return nil }
    var bytes = Array(text.utf8)
    if bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") {
      bytes = Array(bytes.dropFirst().dropLast())
    }
    guard (1...Self.maximumBytes).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw Problem(
        .badRequest,
        "\(Self.header) must be 1 to \(Self.maximumBytes) printable ASCII characters, not \(Shown.text(text))")
    }
    value = String(decoding: bytes, as: UTF8.self)
  }

  /// A keyed hash of the key and of who sent it, so that nobody meets the keys of others.
  func hash(of actor: String, by secrets: SecretBox) -> [UInt8] {
    var fields = FramedFields()
    fields.append(actor)
    fields.append(value)
    return secrets.digest(of: fields.bytes)
  }

  /// A keyed hash of everything that a request asks for; some bodies hold a password.
  static func fingerprint(of request: HTTPRequest, by secrets: SecretBox) -> [UInt8] {
    var fields = FramedFields(capacity: request.body.count + 256)
    fields.append(request.method.name)
    fields.append(request.target)
    fields.append(request.headers["content-type"])
    fields.append(request.headers["if-match"])
    fields.append(request.body)
    return secrets.digest(of: fields.bytes)
  }
}
