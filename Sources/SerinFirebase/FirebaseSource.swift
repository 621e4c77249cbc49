public import Serin

/// Flags from Firebase Remote Config, over its REST interface and without Firebase's SDK.
///
/// Percentages, dates and named users are decided on the device, so a client changes them for another user, and when a
/// date passes, without a request. Which parameters are flags is said in `docs/firebase.md`.
///
/// ```swift
/// let firebase = FirebaseSource(
///   FirebaseSource.Configuration(projectID: "shop-1234", appID: "1:123:ios:abc", apiKey: "AIza..."))
/// let flags = FeatureFlags(configuration, sources: [.overrides, firebase])
/// ```
///
/// Copies share what was fetched and the installation. Everything may be called from any thread.
public struct FirebaseSource: FlagSource {
  private let client: RemoteConfigClient

  /// Creates a source; reads and sends nothing yet.
  public init(_ configuration: Configuration) {
    client = RemoteConfigClient(configuration)
  }

  /// The source's name, by default `firebase`.
  public var name: String { client.configuration.name }

  /// What an earlier run of the app fetched, decided for this context at this time.
  ///
  /// - Returns: nil when nothing is kept, and when other user properties were sent for it than this context has.
  public func stored(for context: FlagContext) -> FlagAnswer? {
    client.storedAnswer(for: context)
  }

  /// What Firebase says, decided for this context at this time.
  ///
  /// Within the minimum fetch interval, and when a date has passed, no request is sent.
  ///
  /// - Parameter validator: Not looked at: the source compares what it holds itself.
  /// - Throws: `FeatureFlagsError` with the HTTP status, 200 for an answer that cannot be used, or 0 for none and for a
  ///   configuration that cannot work; `CancellationError`. What was fetched before is kept.
  public func answer(for context: FlagContext, validator: String?) async throws -> FlagAnswer? {
    try await client.answer(for: context)
  }

  /// Tells when a date of the rules has passed.
  public var signals: AsyncStream<FlagSignal>? { client.instants.signals() }
}
