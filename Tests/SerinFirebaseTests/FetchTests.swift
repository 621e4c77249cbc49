import Foundation
import Serin
import SerinFirebase
import SerinTesting
import Testing

@Suite struct FetchTests {
  @Test func theFirstLaunchRegistersFetchesAndReads() async throws {
    let bench = FirebaseBench(["new_checkout": "true", "old_checkout": "false"])
    let flags = bench.client()
    #expect(flags.isEnabled("new_checkout", default: false) == false)
    #expect(try await flags.refresh() == .updated(changedKeys: ["new_checkout", "old_checkout"]))
    let flag = try #require(flags.get("new_checkout"))
    #expect(flag.isEnabled)
    #expect(flag.origin == .source("firebase"))
    #expect(flag.revision == 2)
    #expect(flags.isEnabled("old_checkout", default: true) == false)
    #expect(flags.isEnabled("unknown", default: true))

    #expect(bench.firebase.requests.count == 2)
    let registration = bench.firebase.requests[0]
    #expect(
      registration.url.absoluteString
        == "https://firebaseinstallations.googleapis.com/v1/projects/shop-1234/installations")
    #expect(registration.headers["x-goog-api-key"] == "key-1")
    #expect(registration.json["appId"] == "1:123:ios:abc")
    #expect(registration.json["authVersion"] == "FIS_v2")
    let id = try #require(registration.json["fid"]?.stringValue)
    #expect(id.utf8.count == 22)
    #expect("cdef".contains(id.prefix(1)), "the first four bits are 0111")

    let fetch = bench.firebase.requests[1]
    #expect(
      fetch.url.absoluteString
        == "https://firebaseremoteconfig.googleapis.com/v1/projects/shop-1234/namespaces/firebase:fetch?key=key-1")
    #expect(fetch.method == "POST")
    #expect(fetch.headers["If-None-Match"] == nil)
    #expect(fetch.json["appId"] == "1:123:ios:abc")
    #expect(fetch.json["appInstanceId"]?.stringValue == id)
    #expect(fetch.json["appInstanceIdToken"] == "token-1")
    #expect(fetch.json["analyticsUserProperties"] == [:])
    for member in ["sdkVersion", "platformVersion", "languageCode", "timeZone"] {
      #expect(fetch.json[member]?.stringValue?.isEmpty == false)
    }
  }

  // SDK-03: nothing new is a normal end.
  @Test(arguments: [FlagResponse(status: 304), .json(["state": "NO_CHANGE"])])
  func nothingNewIsNoErrorAndRenewsTheFlags(_ response: FlagResponse) async throws {
    let bench = FirebaseBench(["a": "true"])
    let flags = bench.client { $0.minimumFetchInterval = 0 }
    try await flags.refresh()
    bench.firebase.change { $0.fetch = response }
    bench.clock.advance(by: 20 * 3600, frozen: true)
    #expect(try await flags.refresh() == .unchanged)
    #expect(bench.firebase.fetches.last?.headers["If-None-Match"] == "etag-2")
    bench.clock.advance(by: 20 * 3600, frozen: true)
    #expect(flags.isEnabled("a", default: false))
  }

  @Test func nothingNewOfNothingIsAnError() async throws {
    let bench = FirebaseBench()
    bench.firebase.change { $0.fetch = FlagResponse(status: 304) }
    #expect(await bench.client().refreshCode() == 200)
  }

  @Test(arguments: ["EMPTY_CONFIG", "NO_TEMPLATE"])
  func anEmptyConfigurationTakesTheFlagsAway(_ state: JSONValue) async throws {
    let bench = FirebaseBench(["a": "true"])
    let flags = bench.client { $0.minimumFetchInterval = 0 }
    try await flags.refresh()
    bench.firebase.change { $0.fetch = .json(["state": state]) }
    #expect(try await flags.refresh() == .updated(changedKeys: ["a"]))
    #expect(flags.get("a") == nil)
  }

  // SDK-05: what cannot be used never replaces what is good.
  @Test(arguments: [
    "", "{}", "[]", "null", "<html>", #"{"state":"SOMETHING"}"#, #"{"state":"UPDATE","entries":[]}"#,
    #"{"entries":{"a":"false"}}"#, #"{"error":{"code":500}}"#,
  ])
  func anAnswerThatCannotBeUsedKeepsTheOldFlags(_ body: String) async throws {
    let bench = FirebaseBench(["a": "true"])
    let flags = bench.client { $0.minimumFetchInterval = 0 }
    try await flags.refresh()
    bench.firebase.change { $0.fetch = .body(body) }
    #expect(await flags.refreshCode() == 200)
    #expect(flags.isEnabled("a", default: false))
    bench.firebase.change { $0.fetch = nil }
    #expect(try await flags.refresh() == .unchanged, "and it is asked again")
  }

  @Test(arguments: ["a\r\nX-Other: 1", String(repeating: "x", count: 100_000)])
  func aMarkThatCannotStandInAHeaderFieldIsNotSentBack(_ tag: String) async throws {
    let bench = FirebaseBench()
    bench.firebase.change { $0.fetch = .json(["state": "UPDATE", "entries": ["a": "true"]], tag: tag) }
    let flags = bench.client { $0.minimumFetchInterval = 0 }
    try await flags.refresh()
    try await flags.refresh()
    #expect(bench.firebase.fetches.map { $0.headers["If-None-Match"] } == [nil, nil])
    #expect(flags.isEnabled("a", default: false))
  }

  // SDK-07: the content decides, not the mark alone.
  @Test func otherParametersUnderTheSameMarkAreTaken() async throws {
    let bench = FirebaseBench(["a": "true"])
    let flags = bench.client { $0.minimumFetchInterval = 0 }
    try await flags.refresh()
    bench.firebase.change {
      $0.fetch = .json(["state": "UPDATE", "entries": ["b": "true"], "templateVersion": "2"], tag: "etag-2")
    }
    #expect(try await flags.refresh() == .updated(changedKeys: ["a", "b"]))
  }

  // SDK-36: an old copy from somewhere on the way does not undo a change.
  @Test func anOlderVersionIsNotTakenBeforeADayIsOver() async throws {
    let bench = FirebaseBench(["a": "true"])
    let flags = bench.client { $0.minimumFetchInterval = 0 }
    try await flags.refresh()
    bench.firebase.change { $0.fetch = .json(["state": "UPDATE", "templateVersion": "1"]) }
    #expect(await flags.refreshCode() == 200)
    #expect(flags.isEnabled("a", default: false))
    bench.clock.advance(by: 24 * 3600, frozen: true)
    #expect(await flags.refreshCode() == nil)
    #expect(flags.get("a") == nil)
  }

  @Test func anEmptyConfigurationOfTheAppIsReportedAndNothingIsSent() async throws {
    let bench = FirebaseBench()
    for configure: (inout FirebaseSource.Configuration) -> Void in [
      { $0.projectID = "" }, { $0.appID = "" }, { $0.apiKey = "" },
    ] {
      #expect(await bench.client(configure).refreshCode() == 0)
    }
    #expect(bench.firebase.requests.isEmpty)
  }

  @Test func overridesStandAboveFirebase() async throws {
    let bench = FirebaseBench(["a": "true"])
    let flags = bench.client()
    try await flags.refresh()
    flags.overrides.set(FlagOverride(isEnabled: false), for: "a")
    #expect(flags.isEnabled("a", default: true) == false)
  }

  @Test func nothingOfTheContextIsSentUnlessItIsNamed() async throws {
    let bench = FirebaseBench()
    let attributes: JSONObject = ["plan": "pro", "age": 42, "beta": true, "tags": ["x"], "secret": "s"]
    let flags = bench.client(user: "alice@example.com", attributes: attributes) {
      $0.userProperties = ["plan", "age", "beta", "tags", "absent"]
    }
    try await flags.refresh()
    #expect(
      bench.firebase.fetches[0].json["analyticsUserProperties"] == ["plan": "pro", "age": "42", "beta": "true"])
    #expect(!bench.firebase.requests.contains { String(decoding: $0.body, as: UTF8.self).contains("alice") })
  }
}
