import Foundation

/// When the server gave or confirmed an answer, which is what its life is counted from.
///
/// By the wall clock, because the stamp outlives the process, and by the monotonic clock, because a person may set the
/// wall clock while the app runs. Whichever of the two says first that the time is over is right.
struct ConfirmationStamp: Sendable, Hashable {
  let wall: Date
  /// The uptime at that time; before the device started it is negative.
  let uptime: TimeInterval

  /// An answer is used for 24 hours.
  static let lifetime: TimeInterval = 24 * 60 * 60

  /// The stamp of an answer that never becomes too old, because it is a part of the app.
  static let lasting = ConfirmationStamp(wall: .distantPast, uptime: .infinity)

  private init(wall: Date, uptime: TimeInterval) {
    self.wall = wall
    self.uptime = uptime
  }

  /// The stamp of an answer that arrives now.
  init(_ moment: Moment) {
    wall = moment.now
    uptime = moment.uptime
  }

  /// The stamp of an answer that was confirmed at some time in the past.
  init(confirmedAt wall: Date, seenAt moment: Moment) {
    self.wall = wall
    uptime = moment.uptime - moment.now.timeIntervalSince(wall)
  }

  /// The uptime from which on the answer is not used.
  var expiresAt: TimeInterval { uptime + Self.lifetime }

  /// The same by the wall clock.
  var expiryDate: Date { isLasting ? .distantFuture : wall.addingTimeInterval(Self.lifetime) }

  private var isLasting: Bool { uptime == .infinity }

  /// Whether the answer may be used.
  ///
  /// A stamp in the future says that the wall clock was wrong when it was made or is wrong now; either way the age is not
  /// known, so the answer counts as expired.
  func isCurrent(at moment: Moment) -> Bool {
    isLasting || (wall <= moment.now && moment.now < expiryDate && moment.uptime < expiresAt)
  }
}
