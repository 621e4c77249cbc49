import Foundation

/// Ids of events that tell of one thing and must be the same however often it is told.
enum EventIdentifier {
  /// A UUID of version 7 (RFC 9562, 5.7) whose random bits are a digest instead.
  ///
  /// - Parameters:
  ///   - name: What the event tells of; equal names at equal times give equal ids.
  ///   - date: When it happened; before 1970 counts as 1970.
  static func named(_ name: String, at date: Date) -> String {
    let milliseconds = UInt64(min(max(0, date.millisecondsSince1970), 281_474_976_710_655))
    var bytes = withUnsafeBytes(of: (milliseconds << 16).bigEndian) { Array($0.prefix(6)) }
    bytes += SHA256.hash(Array(name.utf8)).prefix(10)
    bytes[6] = 0x70 | bytes[6] & 0x0F
    bytes[8] = 0x80 | bytes[8] & 0x3F
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let groups = [0..<4, 4..<6, 6..<8, 8..<10, 10..<16]
    return groups.map { digits[$0].joined() }.joined(separator: "-")
  }
}
