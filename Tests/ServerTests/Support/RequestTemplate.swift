import HTTP
import SerinFlags
import Testing

@testable import Server

/// How a test asks for an operation so that it succeeds for whoever may ask.
///
/// Without anything said it is the operation's own example, about the things that every ``ControlWorld`` has.
struct RequestTemplate: Sendable {
  /// What stands for `{name}` in the path, the query and the body.
  typealias Values = [String: String]

  /// Values beside the usual ones.
  var values: Values = [:]
  /// The body; the operation's example when nil.
  var body: String?
  /// Makes what the request is about, and gives its values.
  var prepare: (@Sendable (ControlWorld, inout Values) async throws -> Void)?

  init(
    _ values: Values = [:], _ body: String? = nil,
    prepare: (@Sendable (ControlWorld, inout Values) async throws -> Void)? = nil
  ) {
    self.values = values
    self.body = body
    self.prepare = prepare
  }

  /// The request.
  /// - Parameter reason: What is given as the reason wherever one can be given; nil for none.
  func request(
    for operation: ControlOperation, in world: ControlWorld, reason: String? = nil
  ) async throws -> WorldRequest {
    var all: Values = [
      "project": "shop", "environment": "production", "flag": "new_checkout", "segment": "vip",
      "account": ControlWorld.guest, "unique": world.unique(),
    ]
    all.merge(values) { _, new in new }
    try await prepare?(world, &all)
    func filled(_ text: String) -> String {
      all.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
    }
    var path = filled(operation.path)
    #expect(!path.contains("{"), "\(operation.id): \(path)")
    var text = filled(body ?? Self.example(operation))
    if let reason {
      if operation.query.contains(where: { $0.name == "reason" }) { path += "?reason=\(reason)" }
      if let body = operation.body, body.isJSON, body.schema.memberNames.contains("reason") {
        var object =
          try JSONValue(parsing: Array((text.isEmpty ? "{}" : text).utf8), options: .control).objectValue ?? [:]
        object["reason"] = .string(reason)
        text = object.text
      }
    }
    let isConditional = operation.headers.contains { $0.name == "If-Match" && $0.isRequired }
    return WorldRequest(
      method: operation.method, path: path, body: text, headers: isConditional ? [("If-Match", "*")] : [])
  }

  private static func example(_ operation: ControlOperation) -> String {
    guard let body = operation.body else { return "" }
    return body.isJSON ? String(decoding: body.example.serialized(), as: UTF8.self) : body.example.stringValue ?? ""
  }
}
