import Importers
import SerinFlags
import Testing

extension Import {
  /// The answer of one of the imported flags.
  func answer(
    _ key: String, user: String? = "alice", device: String? = nil, _ attributes: JSONObject = [:],
    at now: Timestamp = Timestamp(microseconds: 1_767_225_600_000_000)
  ) -> Evaluation? {
    let context = FlagContext(userID: user, deviceID: device, attributes: attributes)
    return CompiledRuleset(document).evaluate(key, for: context, at: now)
  }

  /// The findings that have an effect, as lines of path and effect.
  var effects: [String] {
    findings.filter { $0.effect != .note }.map { "\($0.path): \($0.effect)" }
  }

  /// The paths of the findings that leave a flag out.
  var leftOut: [String] {
    findings.filter { $0.effect == .flagLeftOut }.map(\.path)
  }
}
