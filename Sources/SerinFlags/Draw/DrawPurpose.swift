/// What a number is drawn for; some systems hash one and the same unit in another way for each.
package enum DrawPurpose: String, Sendable, CaseIterable {
  /// Whether a unit is within a percentage.
  case rollout
  /// Which of several variations a unit gets.
  case split
}
