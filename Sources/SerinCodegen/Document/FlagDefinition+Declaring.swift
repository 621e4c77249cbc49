package import SerinFlags

extension FlagDefinition {
  /// What the code answers while the flag has no answer: whether its default variation is enabled, and on for a kill switch.
  package var defaultInCode: Bool { kind == .killSwitch || isDefaultEnabled }

  /// Whether the variation is enabled that is served when no rule decides.
  package var isDefaultEnabled: Bool {
    variations.first { $0.name.hasSameBytes(as: self.default) }?.isEnabled ?? false
  }

  /// The first day on which the flag counts as expired; nil for one that stays, as kill switches always do.
  package var expiryDay: CalendarDay? {
    kind == .killSwitch ? nil : expires.flatMap { CalendarDay($0) }
  }

  /// Whether the flag should be gone from the code on a day.
  package func isExpired(on day: CalendarDay) -> Bool {
    expiryDay.map { $0 <= day } ?? false
  }

  /// The owner in words: `no owner` for a flag that has none.
  package var ownerInWords: String { owner.isEmpty ? "no owner" : owner }

  /// What the compiler says at each use of the flag once it is expired.
  var expiryMessage: String {
    "expired on \(expires ?? ""); \(owner.isEmpty ? "no owner" : "owner: \(owner)")"
  }

  /// What the compiler says at each use of the flag when archived flags are errors.
  var archivedMessage: String {
    "flag \(key) is archived; \(owner.isEmpty ? "no owner" : "owner: \(owner)")"
  }

  /// Whether a flag is more than on or off, so that the names of its variations matter to the code.
  var hasNamedVariations: Bool {
    !variations.allSatisfy { $0.name == "on" || $0.name == "off" }
  }
}
