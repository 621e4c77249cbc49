import Foundation
import Testing

/// A table of an article, which tests write and then hold the evaluator to.
///
/// `SERIN_RECORD_SNAPSHOTS=1 swift test --filter TruthTableTests` writes the tables anew.
struct PublishedTable {
  /// The first line, which finds the table in the article.
  let header: String
  let rows: [String]

  static let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Sources/SerinFlags/Documentation.docc/Conditions.md").standardizedFileURL

  static var isRecording: Bool { ProcessInfo.processInfo.environment["SERIN_RECORD_SNAPSHOTS"] == "1" }

  /// Several tables of the article may be recorded at a time.
  private static let lock = NSLock()

  /// The table's rows as they are published, or as they are once it has been recorded.
  func published() throws -> [String] { try Self.lock.withLock { try read() } }

  private func read() throws -> [String] {
    var lines = try String(contentsOf: Self.article, encoding: .utf8).components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: header), "the article has no table `\(header)`") + 2
    let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    if Self.isRecording {
      lines.replaceSubrange(start..<end, with: rows)
      try lines.joined(separator: "\n").write(to: Self.article, atomically: true, encoding: .utf8)
      return rows
    }
    return Array(lines[start..<end])
  }

  /// One row of cells.
  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}
