import Foundation
import SerinFlags

/// The instant that somebody plans something for, with the wall time that they meant where they gave one.
///
/// A wall time that the clocks skip (a gap) counts with the offset from before the change, so it comes as much later on
/// the clock as the clocks were put forward; one that comes twice counts the first time. Either happens once. This is
/// the rule of RFC 5545, section 3.3.5.
struct PlannedInstant: Sendable, Hashable {
  /// The instant, in milliseconds since 1970 UTC.
  let milliseconds: Int64
  /// The wall time as it was given; nil when an instant was given.
  let wallTime: String?
  /// The wall time's zone.
  let zone: String?

  /// So far ahead something can be planned: ten years, in milliseconds.
  static let horizon: Int64 = 3653 * 86_400_000

  /// Reads `at`, or `wallTime` and `zone`.
  /// - Parameter now: The instant now, in milliseconds since 1970 UTC.
  /// - Throws: 422 for what cannot be read, and for an instant that has passed or is more than ten years ahead.
  init(_ body: ControlBody, now: Int64) throws(Problem) {
    let path: String
    switch (try body.string("at"), try body.string("wallTime"), try body.string("zone")) {
    case (let at?, nil, nil):
      guard let instant = Timestamp(parsing: at) else {
        throw Problem(path: "at", message: "\"\(at)\" is not an instant such as 2027-01-15T09:00:00Z")
      }
      self.init(milliseconds: instant.microseconds / 1000, wallTime: nil, zone: nil)
      path = "at"
    case (nil, let wallTime?, let zone?):
      try self.init(wallTime: wallTime, zone: zone)
      path = "wallTime"
    default:
      throw Problem(path: "at", message: "send either \"at\", an instant, or both \"wallTime\" and \"zone\"")
    }
    guard milliseconds > now, milliseconds - now <= Self.horizon else {
      throw Problem(
        path: path, message: "\(Instants.text(milliseconds)) must be later than now and at most ten years ahead")
    }
  }

  /// The instant at which the clocks of a zone show a wall time.
  /// - Throws: 422 for what is no wall time such as `2027-01-15T09:00`, or no time zone such as `America/New_York`.
  init(wallTime: String, zone: String) throws(Problem) {
    let text = wallTime.utf8.count == 16 ? wallTime + ":00" : wallTime
    guard text.utf8.count == 19, let asUTC = Timestamp(parsing: text + "Z") else {
      throw Problem(path: "wallTime", message: "\"\(wallTime)\" is not a wall time such as 2027-01-15T09:00")
    }
    guard zone == "UTC" || zone.utf8.contains(UInt8(ascii: "/")), let timeZone = TimeZone(identifier: zone) else {
      throw Problem(path: "zone", message: "\"\(zone)\" is not a time zone such as America/New_York or UTC")
    }
    let seconds = asUTC.microseconds / 1_000_000
    func offset(at instant: Int64) -> Int64 {
      Int64(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant))))
    }
    // No zone is more than 14 hours away from UTC, and none changes its offset twice within two days.
    let before = offset(at: seconds - 86_400)
    let after = offset(at: seconds + 86_400)
    let isTrueLater = offset(at: seconds - before) != before && offset(at: seconds - after) == after
    self.init(
      milliseconds: (seconds - (isTrueLater ? after : before)) * 1000, wallTime: wallTime, zone: zone)
  }

  private init(milliseconds: Int64, wallTime: String?, zone: String?) {
    self.milliseconds = milliseconds
    self.wallTime = wallTime
    self.zone = zone
  }
}
