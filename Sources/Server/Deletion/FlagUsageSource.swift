import SerinFlags
import Store

/// Knows which versions of apps asked for a flag lately.
protocol FlagUsageSource: Sendable {
  /// Who has had an answer for a flag since an instant, each version of an app in each environment once.
  ///
  /// - Parameter instant: Milliseconds since 1970 UTC.
  /// - Throws: 503 when that cannot be read now.
  func uses(
    of flag: FlagRecord, since instant: Int64, in environments: [EnvironmentRecord]
  ) async throws(Problem) -> [AppUse]
}

/// A version of an app that asked for a flag.
struct AppUse: Sendable, Hashable {
  /// The key of the environment in which it asked.
  let environment: String
  /// The version that it says it has; empty when it says none.
  let appVersion: String
  /// When it asked last, in milliseconds since 1970 UTC.
  let lastAt: Int64

  /// The use as answers have it.
  var json: JSONValue {
    .object([
      "environment": .string(environment), "appVersion": .string(appVersion),
      "lastEvaluatedAt": .string(Instants.text(lastAt)),
    ])
  }

  /// The use in words: `5.1 in production (2027-01-15T09:00:00.000Z)`.
  var text: String {
    "\(appVersion.isEmpty ? "an app without a version" : appVersion) in \(environment) (\(Instants.text(lastAt)))"
  }
}

extension FlagService {
  /// How long ago a flag may have been evaluated last for taking it away to need an acknowledgement, in milliseconds.
  static let recentUse: Int64 = 7 * 86_400_000

  /// Refuses to take a flag away that apps asked for within the last seven days.
  ///
  /// - Parameter isAcknowledged: Whether whoever asks knows.
  /// - Throws: 409 `recentlyUsed` that lists the versions of apps and when they asked last.
  func checkNotInUse(
    _ flag: FlagRecord, in environments: [EnvironmentRecord], isAcknowledged: Bool
  ) async throws(Problem) {
    guard !isAcknowledged, let usage else { return }
    let uses = try await usage.uses(of: flag, since: keeper.milliseconds - Self.recentUse, in: environments)
    guard !uses.isEmpty else { return }
    let latest = uses.sorted { ($0.lastAt, $1.environment, $1.appVersion) > ($1.lastAt, $0.environment, $0.appVersion) }
    let shown = latest.prefix(5).map(\.text).joined(separator: ", ")
    throw Problem(
      .recentlyUsed,
      "flag \"\(flag.key)\" was evaluated within the last 7 days by \(shown)\(latest.count > 5 ? ", …" : ""); those apps "
        + "get the default in their code once it is gone. If that is meant, ask again with acknowledge=recentlyUsed",
      members: ["usedBy": .array(latest.map(\.json))])
  }
}
