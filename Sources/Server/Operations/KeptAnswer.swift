import HTTP
import SerinFlags

/// An answer as it is kept for a request that is sent again.
struct KeptAnswer: Sendable {
  /// The largest answer that is kept, in bytes.
  static let maximumBytes = 64 * 1024

  let status: Int
  let headers: [(name: String, value: String)]
  let body: [UInt8]

  /// Takes an answer; nil when it is not one that can be kept: too large, or made while it is sent.
  init?(_ response: HTTPResponse) {
    guard case .bytes(let body) = response.body, body.count <= Self.maximumBytes else { return nil }
    status = response.status
    headers = response.headers
    self.body = body
  }

  /// Reads what was kept.
  init?(parsing bytes: [UInt8]) {
    guard let object = try? JSONValue(parsing: bytes).objectValue,
      let status = object["status"]?.numberValue.flatMap(Int.init(exactly:)),
      let headers = object["headers"]?.arrayValue, let body = object["body"]?.stringValue
    else { return nil }
    self.status = status
    self.headers = headers.compactMap { pair in
      guard let name = pair.arrayValue?.first?.stringValue, let value = pair.arrayValue?.last?.stringValue else {
        return nil
      }
      return (name: name, value: value)
    }
    self.body = Array(body.utf8)
  }

  /// The form in which it is kept; nil when the body is no text.
  var bytes: [UInt8]? {
    let text = String(decoding: body, as: UTF8.self)
    guard Array(text.utf8) == body else { return nil }
    return JSONValue.object([
      "status": .number(Double(status)),
      "headers": .array(headers.map { .array([.string($0.name), .string($0.value)]) }), "body": .string(text),
    ]).serialized()
  }

  /// The answer, marked as one that was given before.
  var response: HTTPResponse {
    HTTPResponse(
      status: status, headers: headers + [(name: "Idempotency-Replayed", value: "true")], body: .bytes(body))
  }
}
