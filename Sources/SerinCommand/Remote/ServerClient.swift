import SerinFlags

/// Speaks a server's JSON interface on behalf of one command.
struct ServerClient: Sendable {
  let address: ServerAddress
  let token: AccessToken
  /// What carries the requests.
  let http: HTTPClient

  /// Creates a client.
  ///
  /// - Parameter timeout: the most seconds that one request may take.
  init(address: ServerAddress, token: AccessToken, timeout: Double) {
    self.address = address
    self.token = token
    http = HTTPClient(timeout: timeout)
  }

  /// Fetches a document of the control API.
  func get(_ path: [String], query: [(String, String)] = []) async throws(CommandFailure) -> JSONValue {
    try await send("GET", Self.control + path, query: query)
  }

  /// Sends a document to the control API.
  func post(
    _ path: [String], query: [(String, String)] = [], _ body: JSONObject
  ) async throws(CommandFailure) -> JSONValue {
    try await send("POST", Self.control + path, query: query, body: .object(body))
  }

  /// Puts a document of the control API in the place of the one that is there.
  ///
  /// - Parameter version: The one that it takes the place of; nil where it does not matter.
  func put(_ path: [String], _ body: JSONObject, version: String? = nil) async throws(CommandFailure) -> JSONValue {
    try await send("PUT", Self.control + path, body: .object(body), headers: Self.ifMatch(version))
  }

  /// Changes some members of a document of the control API.
  ///
  /// - Parameter version: The one that the edit starts from; nil where it does not matter.
  func patch(_ path: [String], _ body: JSONObject, version: String? = nil) async throws(CommandFailure) -> JSONValue {
    try await send("PATCH", Self.control + path, body: .object(body), headers: Self.ifMatch(version))
  }

  private static func ifMatch(_ version: String?) -> [String: String] {
    version.map { ["If-Match": $0 == "*" ? $0 : "\"\($0)\""] } ?? [:]
  }

  /// Sends the lines of a file to the control API while they are read.
  ///
  /// - Parameter progress: told how many bytes were sent, one call after another, before the answer is there.
  func upload(
    _ path: [String], query: [(String, String)], _ file: InputFile, progress: @escaping @Sendable (Int) -> Void
  ) async throws(CommandFailure) -> JSONValue {
    try await send(
      "PUT", Self.control + path, query: query, headers: ["Content-Type": "text/plain; charset=utf-8"],
      file: file.path, progress: progress)
  }

  /// Deletes something by the control API.
  func delete(
    _ path: [String], query: [(String, String)] = [], _ body: JSONObject
  ) async throws(CommandFailure) {
    let answer = try await send(
      "DELETE", Self.control + path, query: query, body: body.isEmpty ? nil : .object(body))
    guard answer == .null else { throw isNoSerinServer("it answers a deletion with a document") }
  }

  /// Takes something back by the control API and gives what the server says of it: what stays on record, or how much.
  func cancel(
    _ path: [String], query: [(String, String)] = [], _ body: JSONObject
  ) async throws(CommandFailure) -> JSONValue {
    try await send("DELETE", Self.control + path, query: query, body: body.isEmpty ? nil : .object(body))
  }

  /// Asks for one flag's answer by the evaluation API.
  func evaluate(_ key: String, _ body: JSONObject) async throws(CommandFailure) -> JSONValue {
    try await send("POST", ["v1", "evaluate", key], body: .object(body))
  }

  /// Asks for every flag's answer by the evaluation API.
  func evaluateAll(_ body: JSONObject) async throws(CommandFailure) -> JSONValue {
    try await send("POST", ["v1", "evaluate"], body: .object(body))
  }

  /// Where the control API begins.
  static let control = ["api", "v1"]

  /// Sends a request and reads the answer.
  ///
  /// - Returns: the answer's document; null when it has none.
  private func send(
    _ method: String, _ path: [String], query: [(String, String)] = [], body: JSONValue? = nil,
    headers: [String: String] = [:], file: String? = nil, progress: (@Sendable (Int) -> Void)? = nil
  ) async throws(CommandFailure) -> JSONValue {
    var request = try request(method, path, query: query)
    if let body {
      request.headers["Content-Type"] = "application/json"
      request.body = body.serialized()
    }
    request.headers.merge(headers) { _, given in given }
    request.bodyFile = file
    let answer: HTTPClient.Answer
    do {
      answer = try await http.send(request, progress: progress)
    } catch {
      throw unreachable(error)
    }
    guard (200..<300).contains(answer.status) else { throw CommandFailure(answer: answer, from: self) }
    if answer.body.isEmpty, answer.status == 204 { return .null }
    do {
      return try JSONValue(parsing: answer.body)
    } catch {
      throw isNoSerinServer("its answer is not JSON")
    }
  }

  /// A request without a body, with what every request carries.
  func request(
    _ method: String, _ path: [String], query: [(String, String)] = []
  ) throws(CommandFailure) -> HTTPClient.Request {
    guard let url = address.url(path, query: query) else {
      throw .usage("a key or id may not be empty, \".\" or \"..\": /\(path.joined(separator: "/"))")
    }
    var request = HTTPClient.Request(method: method, url: url)
    request.headers = [
      "Authorization": "Bearer " + token.secret, "Accept": "application/json, application/problem+json",
      "User-Agent": "serin/" + VersionCommand.version,
    ]
    return request
  }

  /// The failure for a request that got no answer.
  func unreachable(_ error: HTTPClientError) -> CommandFailure {
    let start = "cannot reach \(address.text)"
    switch error {
    case .notConnected where address.isLoopback:
      return .unreachable("\(start): connection refused. Is \"serin serve\" running there?")
    case .notConnected:
      return .unreachable("\(start): no connection (refused, or no route to it). Is \"serin serve\" running there?")
    case .unknownHost:
      return .unreachable("\(start): there is no host of that name. Check --url or SERIN_URL")
    case .timedOut:
      return .unreachable("\(start): no answer in time. Try again, or allow more with --timeout SECONDS")
    case .unusableAddress where !address.isNumericIPv6:
      // Of an address that was checked, the system's client says so when what answers there does not speak HTTP.
      return isNoSerinServer("its answer is not HTTP")
    case .unusableAddress:
      return .unreachable("\(start): this system's HTTP client does not take that address. Try a host name")
    case .failed(let reason):
      return .unreachable("\(start): \(reason)")
    }
  }
}
