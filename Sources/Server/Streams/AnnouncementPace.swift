/// When the clients of one environment are told of changes.
///
/// Several changes within a moment are told as one, since whoever asks once has all of them. The last one is always told;
/// a kill waits for nobody.
struct AnnouncementPace: Sendable {
  /// Announcements of an environment are so far apart, in milliseconds: four a second.
  static let interval: Int64 = 250

  private var nextAt: Int64 = .min
  /// When the change is told that is still to be told.
  private(set) var dueAt: Int64?

  /// A change came.
  ///
  /// - Parameter now: Milliseconds of a clock that only goes forward.
  /// - Returns: Whether it is told at once; otherwise it is told at ``dueAt`` together with what comes until then.
  mutating func admit(isUrgent: Bool, at now: Int64) -> Bool {
    guard isUrgent || (dueAt == nil && now >= nextAt) else {
      dueAt = dueAt ?? nextAt
      return false
    }
    sent(at: now)
    return true
  }

  /// Whether what is waiting is to be told now.
  mutating func isDue(at now: Int64) -> Bool {
    guard let dueAt, now >= dueAt else { return false }
    sent(at: now)
    return true
  }

  private mutating func sent(at now: Int64) {
    nextAt = now + Self.interval
    dueAt = nil
  }
}
