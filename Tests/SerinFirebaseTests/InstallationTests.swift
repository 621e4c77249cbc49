import Foundation
import Serin
import SerinFirebase
import SerinTesting
import Testing

@Suite struct InstallationTests {
  private let bench = FirebaseBench(["a": "true"])

  @Test func anExpiredTokenIsRenewedForTheSameInstallation() async throws {
    bench.firebase.change { $0.tokenLife = "7200s" }
    let flags = bench.client()
    try await flags.refresh()
    bench.clock.advance(by: 3600, frozen: true)
    try await flags.refresh()
    #expect(bench.firebase.renewals.isEmpty)
    bench.clock.advance(by: 3600, frozen: true)
    try await flags.refresh()
    #expect(bench.firebase.registrations.count == 1)
    let renewal = try #require(bench.firebase.renewals.first)
    let id = try #require(bench.firebase.registrations[0].json["fid"]?.stringValue)
    #expect(renewal.url.path == "/v1/projects/shop-1234/installations/\(id)/authTokens:generate")
    #expect(renewal.headers["Authorization"] == "FIS_v2 refresh")
    #expect(renewal.json["installation"]?["sdkVersion"] != nil)
    #expect(bench.firebase.fetches.last?.headers["X-Goog-Firebase-Installations-Auth"] == "token-2")
    #expect(bench.firebase.fetches.last?.json["appInstanceIdToken"] == "token-2")
    #expect(bench.firebase.fetches.last?.json["appInstanceId"]?.stringValue == id)
  }

  @Test func aTokenThatWasWithdrawnIsRenewedOnceAndTheFetchRepeated() async throws {
    bench.firebase.change { $0.wantedToken = "token-2" }
    let flags = bench.client()
    try await flags.refresh()
    #expect(bench.firebase.renewals.count == 1)
    #expect(bench.firebase.fetches.count == 2)
    #expect(flags.isEnabled("a", default: false))
    bench.clock.advance(by: 3600, frozen: true)
    bench.firebase.change { $0.wantedToken = "never" }
    #expect(await flags.refreshCode() == 401)
    #expect(bench.firebase.fetches.count == 4, "it is not repeated for ever")
  }

  @Test(arguments: [401, 404])
  func anInstallationThatFirebaseForgotIsRegisteredAnew(_ status: Int) async throws {
    bench.firebase.change { $0.tokenLife = "3600s" }
    let flags = bench.client()
    try await flags.refresh()
    bench.clock.advance(by: 3600, frozen: true)
    let transport = ForgetfulFirebase(bench.firebase, status: status)
    let other = bench.client { $0.transport = transport }
    try await other.refresh()
    bench.clock.advance(by: 3600, frozen: true)
    try await other.refresh()
    let ids = bench.firebase.registrations.map { $0.json["fid"] }
    #expect(ids.count == 3)
    #expect(ids[1] != ids[2])
  }

  @Test(arguments: [400, 403, 429, 500, 503])
  func aRegistrationThatFailsIsReportedAndTriedAgainWithTheSameID(_ status: Int) async throws {
    bench.firebase.change { $0.installation = FlagResponse(status: status) }
    let source = bench.source()
    let flags = bench.client(of: source)
    #expect(await flags.refreshCode() == status)
    #expect(bench.firebase.fetches.isEmpty)
    #expect(flags.isEnabled("a", default: false) == false)
    bench.firebase.change { $0.installation = nil }
    if status == 429 || status >= 500 {
      #expect(await source.code() == status)
      #expect(bench.firebase.registrations.count == 1, "a busy server is left alone")
      bench.clock.advance(by: 120, frozen: true)
    }
    #expect(await flags.refreshCode() == nil)
    #expect(Set(bench.firebase.registrations.map { $0.json["fid"]?.stringValue }).count == 1)
    #expect(flags.isEnabled("a", default: false))
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"fid":"x","refreshToken":"r"}"#, #"{"refreshToken":"r","authToken":{"token":"t"}}"#,
    #"{"refreshToken":"r","authToken":{"token":"t","expiresIn":"soon"}}"#,
    #"{"refreshToken":"r","authToken":{"token":"t","expiresIn":"-5s"}}"#,
    #"{"fid":"a/../b","refreshToken":"r","authToken":{"token":"t","expiresIn":"60s"}}"#,
  ])
  func aRegistrationThatMakesNoSenseIsReported(_ body: String) async throws {
    bench.firebase.change { $0.installation = .body(body) }
    #expect(await bench.client().refreshCode() == 200)
    #expect(bench.firebase.fetches.isEmpty)
  }

  @Test func theIDThatFirebaseGivesCounts() async throws {
    bench.firebase.change {
      $0.installation = .json([
        "fid": "another", "refreshToken": "r", "authToken": ["token": "t", "expiresIn": "604800s"],
      ])
    }
    try await bench.client().refresh()
    #expect(bench.firebase.fetches.first?.json["appInstanceId"] == "another")
  }
}

/// Firebase that knows no installation when a token is to be renewed.
private struct ForgetfulFirebase: FlagTransport {
  let firebase: FakeFirebase
  let status: Int

  init(_ firebase: FakeFirebase, status: Int) {
    self.firebase = firebase
    self.status = status
  }

  func send(_ request: FlagRequest) async throws -> FlagResponse {
    if request.url.path.hasSuffix("authTokens:generate") { return FlagResponse(status: status) }
    return try await firebase.send(request)
  }
}
