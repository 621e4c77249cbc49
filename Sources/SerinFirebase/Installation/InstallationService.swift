import Foundation
import Serin

/// Registers installations and renews their tokens.
///
/// The protocol is that of Firebase Installations' client libraries (firebase-ios-sdk, `FIRInstallationsAPIService`).
struct InstallationService: Sendable {
  let configuration: FirebaseSource.Configuration

  /// The installation with a token that may be used.
  ///
  /// - Throws: ``RequestFailure``, or whatever the transport throws.
  func authorised(_ installation: Installation) async throws -> Installation {
    guard installation.token?.isCurrent(at: configuration.clock.now) != true else { return installation }
    guard let refreshToken = installation.refreshToken else { return try await register(installation) }
    do {
      return try await renewed(installation, with: refreshToken)
    } catch let failure as RequestFailure where [401, 404].contains(failure.status) {
      // Firebase has forgotten the installation, as it does with those it has not heard of for long.
      return try await register(.new())
    }
  }

  private func register(_ installation: Installation) async throws -> Installation {
    let body: JSONObject = [
      "fid": .string(installation.id), "authVersion": "FIS_v2", "appId": .string(configuration.appID),
      "sdkVersion": .string(FetchRequest.sdkVersion),
    ]
    let answer = try await post("", body: body, refreshToken: nil)
    guard let refreshToken = answer["refreshToken"]?.stringValue, let token = token(answer["authToken"]) else {
      throw RequestFailure.unusable("Firebase Installations' answer has no tokens")
    }
    // Firebase gives another id when the one that was proposed is not free.
    let id = answer["fid"]?.stringValue ?? installation.id
    guard Installation.isID(id) else { throw RequestFailure.unusable("Firebase Installations' answer has no id") }
    return Installation(id: id, refreshToken: refreshToken, token: token)
  }

  private func renewed(_ installation: Installation, with refreshToken: String) async throws -> Installation {
    let body: JSONObject = ["installation": ["sdkVersion": .string(FetchRequest.sdkVersion)]]
    let answer = try await post("/\(installation.id)/authTokens:generate", body: body, refreshToken: refreshToken)
    guard let token = token(.object(answer)) else {
      throw RequestFailure.unusable("Firebase Installations' answer has no token")
    }
    return Installation(id: installation.id, refreshToken: refreshToken, token: token)
  }

  private func token(_ json: JSONValue?) -> Installation.Token? {
    // The protocol writes times as `604800s`.
    guard let text = json?["token"]?.stringValue, let life = json?["expiresIn"]?.stringValue, life.hasSuffix("s"),
      let seconds = Double(life.dropLast()), seconds > 0, seconds < 1e9
    else { return nil }
    let now = configuration.clock.now
    return Installation.Token(text: text, issuedAt: now, expiresAt: now.addingTimeInterval(seconds))
  }

  private func post(_ path: String, body: JSONObject, refreshToken: String?) async throws -> JSONObject {
    let project = FetchRequest.escaped(configuration.projectID)
    guard let url = URL(string: "\(configuration.installationsURL)/v1/projects/\(project)/installations\(path)") else {
      throw RequestFailure.misconfigured("the project's id cannot stand in an address")
    }
    var headers = ["Content-Type": "application/json", "x-goog-api-key": configuration.apiKey]
    if let refreshToken { headers["Authorization"] = "FIS_v2 \(refreshToken)" }
    if let bundle = Bundle.main.bundleIdentifier { headers["X-Ios-Bundle-Identifier"] = bundle }
    let response = try await configuration.transport.send(
      FlagRequest(
        method: "POST", url: url, headers: headers, body: Data(JSONValue.object(body).serialized()),
        timeout: configuration.effectiveTimeout))
    guard (200..<300).contains(response.status) else {
      throw RequestFailure(refusedBy: "Firebase Installations", response)
    }
    guard let answer = try? JSONValue(parsing: response.body).objectValue else {
      throw RequestFailure.unusable("Firebase Installations' answer is not a JSON object")
    }
    return answer
  }
}
