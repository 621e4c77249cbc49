import SerinFlags

/// An operation of the control API, as the document that the server hands out describes it.
struct ServedOperation: Sendable {
  let id: String
  let method: String
  /// The path's pieces; a parameter is in braces.
  let path: [String]
  /// The names of the parameters behind the question mark.
  let query: Set<String>
  /// The members of what is sent; nil when it is no JSON object of a known form.
  let members: Set<String>?
  private let status: Int
  private let types: [String]
  private let example: JSONValue

  /// Every operation of a running server.
  static func all() async throws -> [ServedOperation] {
    let server = try await LiveServer()
    let document = try await server.document("/api/v1/openapi.json")
    await server.stop()
    let paths = document["paths"]?.objectValue ?? [:]
    return paths.sortedMembers.flatMap { path, item in
      (item.objectValue ?? [:]).sortedMembers.compactMap { method, json in ServedOperation(path, method, json) }
    }
  }

  private init?(_ path: String, _ method: String, _ json: JSONValue) {
    guard let id = json["operationId"]?.stringValue else { return nil }
    self.id = id
    self.method = method.uppercased()
    self.path = path.split(separator: "/").map(String.init)
    let parameters = json["parameters"]?.arrayValue ?? []
    query = Set(parameters.filter { $0["in"] == "query" }.compactMap { $0["name"]?.stringValue })
    let schema = json["requestBody"]?["content"]?["application/json"]?["schema"]
    members = (schema?["properties"]?.objectValue?.names).map(Set.init)
    let success = json["responses"]?.objectValue?.sortedMembers.first { $0.name.hasPrefix("2") }
    status = success.flatMap { Int($0.name) } ?? 0
    let content = success?.value["content"]?.objectValue?.sortedMembers ?? []
    types = content.map(\.name)
    example = content.first?.value["example"] ?? .null
  }

  /// Whether a request is one for it.
  func matches(_ request: ScriptedServer.Request) -> Bool {
    guard request.method == method else { return false }
    let pieces = (request.target.split(separator: "?").first ?? "").split(separator: "/")
    return pieces.count == path.count && zip(pieces, path).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
  }

  /// How many of the path's pieces are no parameters: the operation with the most is meant where several match.
  var fixedPieces: Int { path.count { !$0.hasPrefix("{") } }

  /// The answer that its description has as an example, in the form that a request accepts.
  func answer(to request: ScriptedServer.Request) -> ScriptedServer.Answer {
    let accepted = request.headers["accept"] ?? ""
    guard let type = types.first(where: { accepted.contains($0) }), type != "application/json" else {
      return .json(status, example)
    }
    return .text(example.stringValue ?? "", type: type)
  }
}
