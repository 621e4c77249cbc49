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

  /// Who may still ask for a flag of which answers are not counted any more, since it is archived or deleted: the versions that
  /// had an answer for it before, and have asked for anything since an instant.
  ///
  /// - Parameter instant: Milliseconds since 1970 UTC.
  /// - Returns: Each version in each environment once, with the last answer that was for the flag.
  /// - Throws: 503 when that cannot be read now.
  func possibleUses(
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

  /// Refuses to take a flag away that apps asked for within the last seven days, or may have asked for.
  ///
  /// Nobody gets an answer for an archived flag, so who asks for it is not known. What is known is which versions of apps read
  /// it before, and whether those are still in use.
  /// - Parameter isAcknowledged: Whether whoever asks knows.
  /// - Throws: 409 `recentlyUsed` that lists the versions of apps and when they asked last.
  func checkNotInUse(
    _ flag: FlagRecord, in environments: [EnvironmentRecord], isAcknowledged: Bool
  ) async throws(Problem) {
    guard !isAcknowledged, let usage else { return }
    let since = keeper.milliseconds - Self.recentUse
    let uses = try await usage.uses(of: flag, since: since, in: environments)
    guard uses.isEmpty else {
      throw Self.inUse(
        uses, "flag \"\(flag.key)\" was evaluated within the last 7 days by",
        "those apps get the default in their code once it is gone", as: "usedBy")
    }
    guard flag.goneAt != nil else { return }
    let possible = try await usage.possibleUses(of: flag, since: since, in: environments)
    guard !possible.isEmpty else { return }
    throw Self.inUse(
      possible,
      "who asks for flag \"\(flag.key)\" is not known while it is \(flag.lifecycle.rawValue), but versions of apps that read it "
        + "before are still in use:", "their code may read it still", as: "mayBeUsedBy")
  }

  private static func inUse(_ uses: [AppUse], _ before: String, _ after: String, as member: String) -> Problem {
    let latest = uses.sorted { ($0.lastAt, $1.environment, $1.appVersion) > ($1.lastAt, $0.environment, $0.appVersion) }
    let shown = latest.prefix(5).map(\.text).joined(separator: ", ")
    return Problem(
      .recentlyUsed,
      "\(before) \(shown)\(latest.count > 5 ? ", …" : ""); \(after). If that is meant, ask again with "
        + "acknowledge=recentlyUsed", members: [member: .array(latest.map(\.json))])
  }
}
