/// Reads that run beside each other, of which the last begun one knows most.
///
/// A read counts unless one that began later has counted already: that one knows what the earlier one knows, and more.
struct OverlappingReads: Sendable {
  private var begun = 0
  private var counted = 0

  /// Begins a read and gives its number.
  mutating func begin() -> Int {
    begun += 1
    return begun
  }

  /// Whether what a read found is to be published; to be asked right before.
  mutating func counts(_ read: Int) -> Bool {
    guard read > counted else { return false }
    counted = read
    return true
  }
}
