import HTTP
import SerinFlags

/// One thing that the control API can do: how it is asked for, who may ask, and what comes back.
///
/// The routes, the OpenAPI document and the tests of who may do what are all made from the list of operations, so that
/// none of them can tell something else than another.
struct ControlOperation: Sendable {
  /// Answers a call that was found, understood and allowed.
  typealias Handler = @Sendable (ControlCall) async throws(Problem) -> HTTPResponse

  /// Its name in the OpenAPI document, in camel case, unique.
  let id: String
  let method: HTTPMethod
  /// The path with its parameters in braces; `{project}` and `{environment}` are looked up before the handler is called.
  let path: String
  /// What the caller must be allowed.
  let needs: Permission
  /// One line of what it does.
  let summary: String
  /// What else is to be known about it; empty when nothing is.
  let details: String
  /// The parameters behind the `?`.
  let query: [OperationParameter]
  /// The header fields that mean something to it.
  let headers: [OperationParameter]
  /// What is sent; nil when nothing is.
  let body: OperationBody?
  /// What comes back when it succeeds.
  let answer: OperationAnswer
  let handle: Handler

  /// Describes an operation.
  init(
    _ id: String, _ method: HTTPMethod, _ path: String, needs: Permission, _ summary: String, details: String = "",
    query: [OperationParameter] = [], headers: [OperationParameter] = [], body: OperationBody? = nil,
    answer: OperationAnswer, _ handle: @escaping Handler
  ) {
    self.id = id
    self.method = method
    self.path = path
    self.needs = needs
    self.summary = summary
    self.details = details
    self.query = query
    self.headers = headers
    self.body = body
    self.answer = answer
    self.handle = handle
  }

  /// The names of the path's parameters, in order.
  var pathParameters: [String] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
  }
}

/// A parameter of the query, or a header field.
struct OperationParameter: Sendable {
  let name: String
  let schema: Schema
  let description: String
  let isRequired: Bool

  init(_ name: String, _ schema: Schema, _ description: String, isRequired: Bool = false) {
    self.name = name
    self.schema = schema
    self.description = description
    self.isRequired = isRequired
  }
}

/// What an operation is sent.
struct OperationBody: Sendable {
  /// The type of the content.
  let mediaType: String
  let schema: Schema
  let example: JSONValue
  /// Whether it may be left out.
  let isRequired: Bool

  /// Whether it is a JSON object with the schema's members.
  var isJSON: Bool { mediaType == "application/json" }

  /// A JSON object with the schema's members; those that have none of them are refused.
  static func json(_ schema: Schema, example: JSONValue, isRequired: Bool = true) -> OperationBody {
    OperationBody(mediaType: "application/json", schema: schema, example: example, isRequired: isRequired)
  }

  /// Nothing but a reason, which may be left out.
  static let reason = json(
    .object([.optional("reason", .ref("Reason"))]), example: ["reason": "p99 went up"], isRequired: false)
}

/// What an operation answers when it succeeds.
struct OperationAnswer: Sendable {
  let status: Int
  let description: String
  /// The types that the content may be of; empty when there is none.
  let mediaTypes: [String]
  let schema: Schema
  let example: JSONValue
  /// The header fields that it carries beside the usual ones.
  let headers: [OperationParameter]

  /// JSON.
  static func json(
    _ schema: Schema, _ description: String, status: Int = 200, example: JSONValue,
    headers: [OperationParameter] = []
  ) -> OperationAnswer {
    OperationAnswer(
      status: status, description: description, mediaTypes: ["application/json"], schema: schema, example: example,
      headers: headers)
  }

  /// Nothing but success.
  static func nothing(_ description: String) -> OperationAnswer {
    OperationAnswer(status: 204, description: description, mediaTypes: [], schema: .any(), example: .null, headers: [])
  }

  /// Text of other kinds.
  static func text(_ mediaTypes: [String], _ description: String, example: String) -> OperationAnswer {
    OperationAnswer(
      status: 200, description: description, mediaTypes: mediaTypes, schema: .string(), example: .string(example),
      headers: [])
  }
}
