import SerinFlags

// What rules and the fallthrough give: a variation, or a division of the units.
extension LaunchDarklyFlagReader {
  /// What a rule or the fallthrough gives; nil when the draft says why it cannot be told.
  mutating func serve(of node: SourceNode, _ draft: inout ImportDraft) -> Serve? {
    guard node["variation"].isAbsent else {
      guard let name = own.name(at: node["variation"]) else {
        draft.unknown(node["variation"], "index of a variation")
        return nil
      }
      return .variation(name)
    }
    let rollout = node["rollout"]
    let isExperiment = rollout["kind"].string == "experiment"
    if isExperiment { kind = .experiment }
    guard isExperiment || rollout["kind"].isAbsent || rollout["kind"].string == "rollout" else {
      draft.unknown(rollout["kind"], "kind of rollout")
      return nil
    }
    guard LaunchDarklyContextKind.check(rollout["contextKind"], &draft) else { return nil }
    guard let arms = arms(of: rollout, &draft), let salt = salt(of: rollout, &draft) else { return nil }
    if arms.count == 1 { return .variation(arms[0].variation) }
    let unit = isExperiment ? .key : LaunchDarklyUnit(rollout["bucketBy"], kind: rollout["contextKind"], &draft)
    guard let unit else { return nil }
    return .split(Split(arms, salt: salt, by: unit.by, draw: .launchDarkly))
  }

  private func salt(of rollout: SourceNode, _ draft: inout ImportDraft) -> String? {
    let seed = rollout["seed"]
    if seed.isAbsent { return "\(key).\(node["salt"].string ?? "")" }
    guard let number = seed.integer else {
      draft.unknown(seed, "whole number")
      return nil
    }
    return String(number)
  }

  /// The variations with hundred-thousandths of the units.
  ///
  /// Whatever is left belongs to the last one.
  private func arms(of rollout: SourceNode, _ draft: inout ImportDraft) -> [Split.Arm]? {
    var arms: [Split.Arm] = []
    var left = 100_000
    let shares = rollout["variations"].elements
    if shares.isEmpty { draft.unknown(rollout["variations"], "list of variations") }
    for (index, share) in shares.enumerated() {
      guard let name = own.name(at: share["variation"]) else {
        draft.unknown(share["variation"], "index of a variation")
        return nil
      }
      guard let weight = share["weight"].integer, weight >= 0 else {
        draft.unknown(share["weight"], "weight")
        return nil
      }
      if share["untracked"].bool == true {
        draft.note(share["untracked"].path, "has no equal: everybody who is divided counts in Serin")
      }
      let part = index == shares.count - 1 ? left : min(weight, left)
      left -= part
      if part > 0 { arms.append(Split.Arm(name, weight: Double(part))) }
    }
    return arms.isEmpty ? nil : arms
  }
}
