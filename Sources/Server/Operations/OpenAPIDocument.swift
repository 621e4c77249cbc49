import HTTP
import SerinFlags

/// The OpenAPI 3.1 document of the control API, made from its operations.
struct OpenAPIDocument: Sendable {
  /// Where it is served.
  static let path = "/api/v1/openapi.json"

  let operations: [ControlOperation]
  let version: String

  /// The document.
  var json: JSONValue {
    var components: JSONObject = [:]
    for (name, schema) in Schema.components { components[name] = .object(schema.json) }
    return .object([
      "openapi": "3.1.0",
      "info": [
        "title": "Serin control API", "version": .string(version),
        "description": "Feature flags, canary releases and experiments: everything that can be changed, and who may.",
      ],
      "paths": .object(paths),
      "components": .object([
        "schemas": .object(components),
        "securitySchemes": [
          "token": ["type": "http", "scheme": "bearer", "description": "An admin token, `srn_admin_...`."],
          "session": [
            "type": "apiKey", "in": "cookie", "name": .string(SessionCookie.name),
            "description": .string(
              "A session; requests that change something carry its `csrfToken` as `\(SessionCookie.csrfHeader)`."),
          ],
        ],
      ]),
      "security": [["token": []], ["session": []]],
    ])
  }

  private var paths: JSONObject {
    var paths: JSONObject = [:]
    for operation in operations {
      var item = paths[operation.path]?.objectValue ?? ["parameters": .array(operation.pathParameters.map(Self.path))]
      item[operation.method.name.lowercased()] = .object(json(operation))
      paths[operation.path] = .object(item)
    }
    return paths
  }

  private static func path(_ name: String) -> JSONValue {
    let schema =
      switch name {
      case "project", "environment": Schema.key
      case "version": EditVersion.pathSchema
      // Keys of imported flags may be of other characters than ours; what does not exist is 404.
      default: Schema.string(pattern: "^[^/]+$")
      }
    return ["name": .string(name), "in": "path", "required": true, "schema": .object(schema.json)]
  }

  private func json(_ operation: ControlOperation) -> JSONObject {
    var json: JSONObject = [
      "operationId": .string(operation.id), "summary": .string(operation.summary),
      "tags": [.string(Self.tag(of: operation))],
      "description": .string(
        [operation.details, "Takes \(operation.needs.holder)."].filter { !$0.isEmpty }.joined(separator: " ")),
      "responses": .object(responses(operation)),
    ]
    if operation.needs == .anybody { json["security"] = [] }
    let headers = operation.headers + (IdempotentCalls.takes(operation) ? [IdempotencyKey.parameter] : [])
    let parameters =
      operation.query.map { Self.parameter($0, "query") } + headers.map { Self.parameter($0, "header") }
    if !parameters.isEmpty { json["parameters"] = .array(parameters) }
    if let body = operation.body {
      json["requestBody"] = .object([
        "required": .bool(body.isRequired),
        "content": .object([
          body.mediaType: .object(["schema": .object(body.schema.json), "example": body.example])
        ]),
      ])
    }
    return json
  }

  /// The topic: what stands in the path after the project and environment.
  private static func tag(of operation: ControlOperation) -> String {
    let words = operation.path.dropFirst("/api/v1/".count).split(separator: "/").filter { !$0.hasPrefix("{") }
    return words.last {
      [
        "flags", "keys", "audit", "segments", "code-references", "schedules", "change-requests", "drafts", "document",
      ].contains($0)
    }.map(
      String.init)
      ?? words.first.map(String.init) ?? "control"
  }

  private func responses(_ operation: ControlOperation) -> JSONObject {
    let answer = operation.answer
    var success: JSONObject = ["description": .string(answer.description)]
    if !answer.mediaTypes.isEmpty {
      var content: JSONObject = [:]
      for type in answer.mediaTypes {
        content[type] = .object(["schema": .object(answer.schema.json), "example": answer.example])
      }
      success["content"] = .object(content)
    }
    if !answer.headers.isEmpty {
      var headers: JSONObject = [:]
      for header in answer.headers {
        headers[header.name] = ["description": .string(header.description), "schema": .object(header.schema.json)]
      }
      success["headers"] = .object(headers)
    }
    let problem: JSONValue = [
      "description": "Why it was refused.",
      "content": ["application/problem+json": ["schema": .object(Schema.ref("Problem").json)]],
    ]
    return ["\(answer.status)": .object(success), "4XX": problem, "5XX": problem]
  }

  private static func parameter(_ parameter: OperationParameter, _ place: String) -> JSONValue {
    [
      "name": .string(parameter.name), "in": .string(place), "required": .bool(parameter.isRequired),
      "description": .string(parameter.description), "schema": .object(parameter.schema.json),
    ]
  }
}
