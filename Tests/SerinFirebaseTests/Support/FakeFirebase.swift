import Foundation
import Serin
import SerinLock

/// Firebase Installations and Remote Config as one transport, which remembers what it was asked.
final class FakeFirebase: FlagTransport {
  struct State: Sendable {
    var entries: JSONObject = [:]
    var version = 1
    /// What the next fetches answer instead, if anything.
    var fetch: FlagResponse?
    /// What the next registrations and renewals answer instead, if anything.
    var installation: FlagResponse?
    var isOffline = false
    var tokenLife = "604800s"
    var tokens = 0
    /// The token that fetches must have; nil takes any.
    var wantedToken: String?
    var requests: [FlagRequest] = []
  }

  private let state = Lock(State())

  init(_ entries: JSONObject = [:]) {
    publish(entries)
  }

  func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

  /// Publishes parameters, as texts.
  func publish(_ entries: JSONObject) {
    state.withLock {
      $0.entries = entries
      $0.version += 1
    }
  }

  var requests: [FlagRequest] { state.withLock(\.requests) }
  var fetches: [FlagRequest] { requests.filter { $0.url.path.hasSuffix("firebase:fetch") } }
  var registrations: [FlagRequest] { requests.filter { $0.url.path.hasSuffix("/installations") } }
  var renewals: [FlagRequest] { requests.filter { $0.url.path.hasSuffix("authTokens:generate") } }

  func send(_ request: FlagRequest) async throws -> FlagResponse {
    try state.withLock { state in
      state.requests.append(request)
      if state.isOffline { throw URLError(.notConnectedToInternet) }
      return request.url.path.hasSuffix("firebase:fetch")
        ? Self.fetch(request, &state) : Self.installation(request, &state)
    }
  }

  private static func fetch(_ request: FlagRequest, _ state: inout State) -> FlagResponse {
    if let response = state.fetch { return response }
    let token = request.headers["X-Goog-Firebase-Installations-Auth"]
    if let wanted = state.wantedToken, token != wanted { return FlagResponse(status: 401) }
    let tag = "etag-\(state.version)"
    if request.headers["If-None-Match"] == tag { return .json(["state": "NO_CHANGE"], tag: tag) }
    return .json(
      ["entries": .object(state.entries), "state": "UPDATE", "templateVersion": .string("\(state.version)")], tag: tag)
  }

  private static func installation(_ request: FlagRequest, _ state: inout State) -> FlagResponse {
    if let response = state.installation { return response }
    state.tokens += 1
    let token: JSONValue = ["token": .string("token-\(state.tokens)"), "expiresIn": .string(state.tokenLife)]
    guard request.url.path.hasSuffix("/installations") else { return .json(token) }
    return .json(["fid": request.json["fid"] ?? .null, "refreshToken": "refresh", "authToken": token])
  }
}

extension FlagResponse {
  static func json(_ value: JSONValue, tag: String? = nil) -> FlagResponse {
    FlagResponse(status: 200, headers: tag.map { ["Etag": $0] } ?? [:], body: Data(value.serialized()))
  }

  static func body(_ text: String) -> FlagResponse { FlagResponse(status: 200, body: Data(text.utf8)) }
}

extension FlagRequest {
  /// The body as JSON.
  var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
}
