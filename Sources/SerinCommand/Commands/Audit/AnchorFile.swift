import SerinFlags

/// The anchors of a file, by log.
///
/// A line is what `serin serve` writes: a JSON object with `chain`, `sequence` and `hash`, alone or behind the words
/// `audit anchor` of the server's log.
struct AnchorFile {
  private static let lineLimit = 64 * 1024
  private static let listedIssues = 100
  private static let mark = Array("audit anchor ".utf8)

  private let name: String
  private var anchors: [String: [AuditAnchor]] = [:]

  /// Reads a file to its end.
  ///
  /// - Throws: a refusal that lists the lines which are no anchors.
  init(_ file: InputFile) throws(CommandFailure) {
    name = file.name
    var known: [String: Set<AuditAnchor>] = [:]
    var issues: [CommandFailure.Issue] = []
    var number = 0
    while let line = try file.nextLine(limit: Self.lineLimit), issues.count < Self.listedIssues {
      number += 1
      guard case .text(let bytes) = line else {
        issues.append(.init(path: "line \(number)", message: "is longer than an anchor can be"))
        continue
      }
      guard !bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) else { continue }
      guard let json = Self.document(in: bytes), let chain = json["chain"]?.stringValue,
        let anchor = AuditAnchor(sequence: json["sequence"]?.numberValue, hash: json["hash"]?.stringValue)
      else {
        issues.append(
          .init(path: "line \(number)", message: "is no anchor, such as {\"chain\": …, \"sequence\": 42, \"hash\": …}"))
        continue
      }
      // The end of a log in which nothing happens is written down again every hour.
      if known[chain, default: []].insert(anchor).inserted { anchors[chain, default: []].append(anchor) }
    }
    guard issues.isEmpty else { throw .refused("\(name) has lines that are no anchors", issues: issues) }
  }

  /// The JSON of a line, alone or behind what the server's log has before it.
  private static func document(in line: [UInt8]) -> JSONValue? {
    guard let start = line.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    let before = line[..<start]
    guard before.allSatisfy({ $0 == UInt8(ascii: " ") }) || before.suffix(mark.count).elementsEqual(mark) else {
      return nil
    }
    return try? JSONValue(parsing: Array(line[start...]))
  }

  /// The anchors of one log, in the order of the file.
  ///
  /// - Parameter chain: what anchors call the log.
  /// - Throws: a refusal when there are none, since nothing would be compared then.
  func anchors(of chain: String) throws(CommandFailure) -> [AuditAnchor] {
    guard let found = anchors[chain] else {
      let others = anchors.keys.sorted().prefix(5).joined(separator: ", ")
      throw .refused(
        "\(name) has no anchor of this log, \"\(chain)\"" + (others.isEmpty ? "" : "; it has some of \(others)"))
    }
    return found
  }
}
