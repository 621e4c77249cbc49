package import HTTP

/// Finds the handler for a method and a path.
///
/// A pattern is a path whose segments are literal or `{name}`. Literal segments win over parameters. The table is a trie
/// over UTF-8 bytes, so that finding a route costs the same however many there are.
package struct Router: Sendable {
  /// Answers a request; the parameters are in the order of the pattern.
  package typealias Handler = @Sendable (HTTPRequest, Parameters) async throws(Problem) -> HTTPResponse

  /// The values of a path's `{name}` segments, percent-decoded, in the order of the pattern.
  package struct Parameters: Sendable {
    fileprivate var values: [String] = []
    /// The value at a position of the pattern; empty where the pattern has none.
    package subscript(index: Int) -> String { values.indices.contains(index) ? values[index] : "" }
  }

  private struct Node: Sendable {
    var literals: [(segment: [UInt8], node: Int)] = []
    var parameter: Int?
    var handlers: [(method: HTTPMethod, handler: Handler)] = []
  }

  private var nodes: [Node] = [Node()]

  /// Creates a router without routes.
  package init() {}

  /// Adds a route; a second one for the same method and pattern is a mistake of the program and replaces the first.
  package mutating func add(_ method: HTTPMethod, _ pattern: String, _ handler: @escaping Handler) {
    var node = 0
    for segment in pattern.utf8.split(separator: UInt8(ascii: "/")) {
      node = segment.first == UInt8(ascii: "{") ? parameterNode(of: node) : literalNode(Array(segment), of: node)
    }
    nodes[node].handlers.removeAll { $0.method == method }
    nodes[node].handlers.append((method, handler))
  }

  private mutating func parameterNode(of parent: Int) -> Int {
    if let node = nodes[parent].parameter { return node }
    nodes.append(Node())
    nodes[parent].parameter = nodes.count - 1
    return nodes.count - 1
  }

  private mutating func literalNode(_ segment: [UInt8], of parent: Int) -> Int {
    if let found = nodes[parent].literals.first(where: { $0.segment == segment }) { return found.node }
    nodes.append(Node())
    nodes[parent].literals.append((segment, nodes.count - 1))
    return nodes.count - 1
  }

  /// Answers the request, or throws the problem of a path or method that is not there.
  package func respond(to request: HTTPRequest) async throws(Problem) -> HTTPResponse {
    var parameters = Parameters()
    guard let node = find(request.pathBytes, &parameters) else {
      throw Problem(.notFound, "there is nothing at this path")
    }
    for (method, handler) in nodes[node].handlers where method == request.method {
      return try await handler(request, parameters)
    }
    // HEAD is GET without the body, which the HTTP module leaves out.
    if request.method == .head {
      for (method, handler) in nodes[node].handlers where method == .get {
        return try await handler(request, parameters)
      }
    }
    let allowed = nodes[node].handlers.map(\.method.name).sorted().joined(separator: ", ")
    throw Problem(
      .methodNotAllowed, "\(request.method.name) is not allowed here; allowed: \(allowed)",
      headers: [(name: "Allow", value: allowed)])
  }

  private func find(_ path: ArraySlice<UInt8>, _ parameters: inout Parameters) -> Int? {
    var node = 0
    var rest = path
    guard rest.popFirst() == UInt8(ascii: "/") else { return nil }
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      let segment = rest[..<end]
      guard !segment.isEmpty else { return nil }
      if let literal = nodes[node].literals.first(where: { $0.segment.elementsEqual(segment) }) {
        node = literal.node
      } else if let parameter = nodes[node].parameter, let value = percentDecoded(segment) {
        parameters.values.append(value)
        node = parameter
      } else {
        return nil
      }
      guard end < rest.endIndex else { break }
      rest = rest[rest.index(after: end)...]
      if rest.isEmpty { return nil }
    }
    return nodes[node].handlers.isEmpty ? nil : node
  }
}
