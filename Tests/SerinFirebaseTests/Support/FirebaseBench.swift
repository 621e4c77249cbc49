import Foundation
import Serin
import SerinFirebase
import SerinTesting

/// An app with Firebase as its only source, and everything it stands on.
struct FirebaseBench: Sendable {
  let firebase: FakeFirebase
  let clock = TestClock()
  let lifecycle = TestLifecycle()

  init(_ entries: JSONObject = [:]) {
    firebase = FakeFirebase(entries)
  }

  func source(_ configure: (inout FirebaseSource.Configuration) -> Void = { _ in }) -> FirebaseSource {
    var configuration = FirebaseSource.Configuration(projectID: "shop-1234", appID: "1:123:ios:abc", apiKey: "key-1")
    configuration.clock = clock
    configuration.transport = firebase
    configuration.random = { 0.5 }
    configure(&configuration)
    return FirebaseSource(configuration)
  }

  /// A client, whose refreshes are not throttled by the client itself.
  func client(
    user: String? = "alice", attributes: JSONObject = [:],
    _ configure: (inout FirebaseSource.Configuration) -> Void = { _ in }
  ) -> FeatureFlags {
    client(user: user, attributes: attributes, of: source(configure))
  }

  func client(user: String? = "alice", attributes: JSONObject = [:], of source: FirebaseSource) -> FeatureFlags {
    var configuration = FeatureFlags.Configuration(
      baseURL: URL(fileURLWithPath: "/"), applicationCode: "", clientKey: "",
      context: FlagContext(userID: user, attributes: attributes))
    configuration.storage = .memory
    configuration.clock = clock
    configuration.lifecycle = lifecycle
    configuration.collectsDeviceAttributes = false
    configuration.mintsDeviceID = false
    configuration.isRefreshThrottled = false
    configuration.allowsOverrides = true
    return FeatureFlags(configuration, sources: [.overrides, source])
  }
}

extension FeatureFlags {
  /// The code of the error of a refresh, or nil when there is none.
  func refreshCode() async -> Int? {
    do {
      try await refresh()
      return nil
    } catch {
      return (error as? FeatureFlagsError)?.code ?? -1
    }
  }
}

extension FirebaseSource {
  /// The code of the error of a question that no client asks, or nil when there is none.
  func code() async -> Int? {
    do {
      _ = try await answer(for: FlagContext(userID: "alice"), validator: nil)
      return nil
    } catch {
      return (error as? FeatureFlagsError)?.code ?? -1
    }
  }
}

/// A percentage flag as its parameter's text.
func canary(_ percentage: Double, enabled: Bool = true, _ more: JSONObject = [:]) -> JSONValue {
  var object: JSONObject = ["enabled": .bool(enabled), "percentage": .number(percentage)]
  for (name, value) in more { object[name] = value }
  return .string(JSONValue.object(object).text())
}
