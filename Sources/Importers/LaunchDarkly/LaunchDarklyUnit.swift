import SerinFlags

/// What a rollout is drawn on.
struct LaunchDarklyUnit {
  /// The attribute; nil for Serin's unit.
  let by: String?

  static let key = LaunchDarklyUnit(by: nil)

  private init(by: String?) {
    self.by = by
  }

  init?(_ node: SourceNode, kind: SourceNode, _ draft: inout ImportDraft) {
    guard !node.isAbsent, node.string != "" else {
      self = .key
      return
    }
    guard let name = LaunchDarklyAttribute.name(node, kind: kind, &draft) else { return nil }
    self.init(by: name == "userID" ? nil : name)
  }
}
