import SerinFlags

/// Watches the bytes of an exported audit log go by, and knows at the end whether all of it was there.
///
/// Rows have numbers from 1 on without a gap. A server that cannot read on says so in a last row.
struct ExportedRows {
  /// The forms of an export.
  enum Format: String, CaseIterable {
    /// A JSON object on each line.
    case jsonl
    /// Comma-separated values (RFC 4180), every one quoted, with a head line.
    case csv

    /// The media type, without parameters.
    var mediaType: String { self == .csv ? "text/csv" : "application/x-ndjson" }
  }

  private let format: Format
  private var lines = 0
  private var isQuoted = false
  /// What has come of the line that is not at its end.
  private var begun: [UInt8] = []
  private var last: [UInt8] = []

  /// Begins with nothing.
  init(_ format: Format) { self.format = format }

  /// How many rows have come whole.
  var count: Int { max(0, format == .csv ? lines - 1 : lines) }

  /// Takes the next bytes.
  mutating func take(_ bytes: [UInt8]) {
    var start = 0
    for (index, byte) in bytes.enumerated() {
      // A line feed inside quotes belongs to a value; a doubled quote leaves the value and enters it again.
      if byte == UInt8(ascii: "\""), format == .csv { isQuoted.toggle() }
      guard byte == UInt8(ascii: "\n"), !isQuoted else { continue }
      last = begun + bytes[start..<index]
      begun = []
      start = index + 1
      lines += 1
    }
    begun += bytes[start...]
  }

  /// Checks that the log came to its end.
  ///
  /// - Throws: an outage that says what is missing.
  func check() throws(CommandFailure) {
    guard begun.isEmpty else { throw Self.isNotWhole("row \(count + 1) is cut off") }
    if let reason = serversReason {
      throw Self.isNotWhole("the server could not read on behind row \(max(0, count - 1)): \(reason)")
    }
    guard format == .jsonl || lines > 0 else { throw Self.isNotWhole("the head line is missing") }
    let number = count == 0 ? 0 : lastNumber
    guard number == count else {
      let end = number.map { "its last row is \($0)" } ?? "its last line is no row"
      throw Self.isNotWhole("there are \(count) rows and \(end)")
    }
  }

  private static func isNotWhole(_ why: String) -> CommandFailure {
    .unreachable("the export is not whole: \(why). Try again later")
  }

  /// The number of the last row.
  private var lastNumber: Int? {
    switch format {
    case .jsonl: (try? JSONValue(parsing: last))?["sequence"]?.numberValue.flatMap { Int(exactly: $0) }
    case .csv: Int(String(decoding: last.dropFirst().prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self))
    }
  }

  /// What the server says in a last row of why there are no more.
  private var serversReason: String? {
    switch format {
    case .jsonl:
      guard let problem = try? JSONValue(parsing: last), problem["sequence"] == nil else { return nil }
      return problem["detail"].map(FlagText.plain)
    case .csv:
      let mark = Array("\"error\",".utf8)
      guard last.starts(with: mark) else { return nil }
      let text = String(decoding: last.dropFirst(mark.count), as: UTF8.self)
      return text.filter { $0 != "\"" && !$0.isNewline }
    }
  }
}
