import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct DeviceAttributesTests {
  private let transport = ScriptedTransport()
  private let bench: Bench

  init() throws { bench = try Bench(transport) }

  private func client(_ attributes: JSONObject = [:]) -> FeatureFlags {
    bench.client { Self.configure(&$0, attributes) }
  }

  private static func configure(_ configuration: inout FeatureFlags.Configuration, _ attributes: JSONObject = [:]) {
    configuration.collectsDeviceAttributes = true
    configuration.applicationVersion = "5.2.1"
    configuration.applicationBuild = "731"
    configuration.context.attributes = attributes
  }

  private let all: JSONObject = [
    "appVersion": "5.2.1", "appBuild": "731", "osName": "Linux", "osVersion": "6.1.0", "deviceModel": "Model1,1",
    "locale": "de-CH", "language": "de", "timeZone": "Europe/Zurich",
  ]

  @Test func theContextTellsOfTheAppAndTheDevice() async throws {
    let flags = client()
    #expect(flags.context.attributes == all)
    try await flags.refresh()
    #expect(try transport.requests.first?.context.attributes == all)
  }

  @Test func whatIsNotKnownIsAbsent() {
    bench.host.change { $0.deviceModel = nil }
    let flags = bench.client {
      Self.configure(&$0)
      $0.applicationVersion = nil
      $0.applicationBuild = ""
    }
    #expect(Set(flags.context.attributes.names) == ["osName", "osVersion", "locale", "language", "timeZone"])
  }

  @Test func theyCanBeSwitchedOff() {
    let flags = bench.client { $0.context.attributes = ["plan": "pro"] }
    #expect(flags.context.attributes == ["plan": "pro"])
  }

  @Test func theAppsOwnAttributesCount() async throws {
    let flags = client(["appVersion": "6.0", "plan": "pro"])
    #expect(flags.context.attributes["appVersion"] == "6.0")
    #expect(flags.context.attributes["plan"] == "pro")
    flags.setAttributes(["locale": "fr-FR"])
    #expect(flags.context.attributes["locale"] == "fr-FR")
    // Taken back, the device's own is there again.
    flags.setAttributes(["appVersion": nil, "plan": nil])
    #expect(flags.context.attributes["appVersion"] == "5.2.1")
    #expect(flags.context.attributes["plan"] == nil)
    try await flags.identify("bob", attributes: ["plan": "free"])
    #expect(flags.context.attributes["locale"] == "de-CH")
    #expect(flags.context.attributes["plan"] == "free")
    #expect(flags.context.attributes.count == all.count + 1)
  }

  @Test func aValueOfTheAppThatIsAlreadyThereAsksForNothing() async throws {
    let flags = client()
    try await flags.refresh()
    flags.setAttributes(["language": "de"])
    try await bench.advance(by: 10, flags)
    #expect(transport.requests.count == 1)
    // It is the app's own now, so another language of the device does not replace it.
    #expect(flags.context.attributes == all)
  }

  @Test func anotherLanguageIsNoticedWhenASessionBegins() async throws {
    let flags = try await bench.activeClient { Self.configure(&$0, ["language": "it"]) }
    try await bench.settleRequests(flags)
    bench.host.change { ($0.locale, $0.timeZone) = ("fr-FR", "Europe/Paris") }
    bench.lifecycle.enter(.background)
    try await until("the app is in background") { flags.engine.core.withLock { !$0.session.isActive } }
    try await bench.advance(by: 1799, flags)
    bench.lifecycle.enter(.active)
    try await until("the app is active") { flags.engine.core.withLock { $0.session.isActive } }
    #expect(flags.context.attributes["locale"] == "de-CH")
    bench.lifecycle.enter(.background)
    try await until("the app is in background") { flags.engine.core.withLock { !$0.session.isActive } }
    try await bench.advance(by: 1800, flags)
    bench.lifecycle.enter(.active)
    try await until("the language is noticed") { flags.context.attributes["locale"] == "fr-FR" }
    #expect(flags.context.attributes["language"] == "it")
    try await until("flags are asked for") { transport.requests.count == 2 }
    try await bench.settleRequests(flags)
    #expect(try transport.requests.last?.context.attributes["locale"] == "fr-FR")
    #expect(try transport.requests.last?.context.attributes["timeZone"] == "Europe/Paris")
    #expect(transport.requests.count == 2)
  }

  @Test func aSessionOnTheSameDeviceKeepsTheStoredAnswersValidator() async throws {
    transport.answer(.answer(tag: "e1"))
    let first = client()
    try await first.refresh()
    first.close()
    let flags = try await bench.activeClient { Self.configure(&$0) }
    try await bench.settleRequests(flags)
    #expect(transport.requests.last?.validator == "e1")
  }
}
