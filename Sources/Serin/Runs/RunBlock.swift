/// The form of a run's record on the disk: one block of a fixed size that is written in place.
///
/// A fixed size, because writing it again needs no new space on a full disk; one page, because a process that is killed
/// cannot leave half of one write of a page behind. The digest tells a block that is damaged all the same.
enum RunBlock {
  static let size = 4096
  private static let mark = "serin-run 1 "
  private static let digestLength = 16

  /// The block of a record.
  static func bytes(of record: RunRecord) -> [UInt8] {
    let json = JSONValue.object(record.json).serialized()
    var bytes = Array("\(mark)\(digest(of: json))\n".utf8) + json
    bytes.append(UInt8(ascii: "\n"))
    bytes += Array(repeating: UInt8(ascii: " "), count: max(0, size - bytes.count))
    return bytes
  }

  /// The record in a block; nil when it is damaged, or of another version.
  static func record(in bytes: [UInt8]) -> RunRecord? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3, lines[0].elementsEqual("\(mark)\(digest(of: Array(lines[1])))".utf8),
      case .object(let object) = try? JSONValue(parsing: lines[1])
    else { return nil }
    return RunRecord(json: object)
  }

  private static func digest(of json: [UInt8]) -> String {
    String(SHA256.hexDigest(of: json).prefix(digestLength))
  }
}
