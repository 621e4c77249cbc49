import Foundation
import SerinFlags

extension Timestamp {
  /// The instant now, by the system's clock.
  static var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}
