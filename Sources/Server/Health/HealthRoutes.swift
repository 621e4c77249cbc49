import HTTP
import SerinFlags
import Store

/// What load balancers and people ask to know how the server is.
struct HealthRoutes: Sendable {
  let keeper: RulesetKeeper
  let isDraining: @Sendable () -> Bool
  let clock: @Sendable () -> Int64

  func add(to router: inout Router) {
    // The loop that answers this is alive; the store is not asked.
    router.add(.get, "/healthz") { _, _ in ControlRoutes.answer(.object(["status": "ok"])) }
    router.add(.get, "/readyz") { request, _ async throws(Problem) in try await readiness(request) }
  }

  private func readiness(_ request: HTTPRequest) async throws(Problem) -> HTTPResponse {
    let maximum = try Query(request, allowed: ["max_stale"]).integer("max_stale", in: 1...86_400 * 365)
    let now = clock()
    if let maximum, keeper.state.rulesets.values.contains(where: { (now - $0.confirmedAt) / 1000 > maximum }) {
      // Nothing may have changed for long; whether that is so only the store knows. When it cannot say, the age stands.
      try? await keeper.confirm()
    }
    let state = keeper.state
    var reasons: [String] = []
    if isDraining() { reasons.append("draining") }
    if state.rulesets.isEmpty { reasons.append("no ruleset is loaded") }
    let rulesets = state.rulesets.values.sorted { $0.environment.number < $1.environment.number }
    for ruleset in rulesets {
      let age = (now - ruleset.confirmedAt) / 1000
      if let maximum, age > maximum {
        reasons.append("environment \"\(ruleset.environment.key)\" was confirmed \(age) s ago")
      }
    }
    // Which flags they are is for administrators: anybody may ask this.
    let malformed = rulesets.compactMap { ruleset -> String? in
      let count = ruleset.flags.count { !ruleset.compiled.issues(of: $0.value.compiled).isEmpty }
      return count == 0 ? nil : "environment \"\(ruleset.environment.key)\" has \(count) malformed flags"
    }
    let isReady = reasons.isEmpty
    let body: JSONObject = [
      "status": .string(isReady ? (malformed.isEmpty ? "ok" : "degraded") : "unavailable"),
      "epoch": .number(Double(state.epoch)),
      "environments": .array(rulesets.map { environment($0, state, now: now) }),
      "reasons": .array((reasons + malformed).map(JSONValue.string)),
    ]
    return ControlRoutes.answer(.object(body), status: isReady ? 200 : 503)
  }

  private func environment(_ ruleset: ServedRuleset, _ state: ServerState, now: Int64) -> JSONValue {
    let project = state.projects.first { $0.id == ruleset.environment.projectID }?.key ?? ""
    return .object([
      "project": .string(project), "key": .string(ruleset.environment.key),
      "revision": .number(Double(ruleset.environment.revision)),
      "digest": .string(ruleset.environment.digest.bytes.hexadecimal),
      "age_s": .number(Double((now - ruleset.confirmedAt) / 1000)),
    ])
  }
}
