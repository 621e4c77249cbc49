/// Which ruleset an answer was made from: a revision within a store epoch.
struct RulesetVersion: Sendable, Hashable {
  let epoch: Int64
  let revision: Int64
}
