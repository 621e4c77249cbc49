import HTTP
import SerinFlags
import Store

/// A whole chain of the audit log as a file, sent row by row so that its length does not matter.
struct AuditExport: Sendable {
  /// The forms of the file.
  enum Format: String, Sendable, CaseIterable {
    /// One JSON object on each line, as the log's pages have them.
    case jsonl
    /// Comma-separated values, RFC 4180, with a head line.
    case csv

    var mediaType: String {
      switch self {
      case .jsonl: "application/x-ndjson"
      case .csv: "text/csv; charset=utf-8; header=present"
      }
    }
  }

  let store: any ConfigurationStore
  let chain: String
  /// The environments' keys by id.
  let environments: [String: String]
  let format: Format

  private static let pageLength = 500

  /// The answer; it begins once the first page was read, so that a store that cannot be read gives an error.
  ///
  /// A log that one page holds is sent with its length.
  func response(name: String) async throws(Problem) -> HTTPResponse {
    let first = try await withStore { () async throws(StoreError) in try await page(after: 0) }
    return HTTPResponse(
      status: 200,
      headers: [
        (name: "Content-Type", value: format.mediaType), (name: "X-Content-Type-Options", value: "nosniff"),
        (name: "Content-Disposition", value: "attachment; filename=\"\(name).\(format.rawValue)\""),
        (name: "Cache-Control", value: "no-store"),
      ],
      body: first.hasMore
        ? .stream { stream in await send(first, to: stream) } : .bytes(Array((head + text(first.rows)).utf8)))
  }

  private func page(after sequence: Int64) async throws(StoreError) -> AuditPage {
    try await store.auditPage(
      chain: chain, after: sequence, object: nil, limit: Self.pageLength, bytes: HistoryWindow.pageBytes)
  }

  /// Sends every row; a store that cannot be read on is told of in a last line, so that nobody takes the file for whole.
  private func send(_ first: AuditPage, to stream: ResponseStream) async {
    do {
      try await stream.write(head)
      var rows = first
      while true {
        try await stream.write(text(rows.rows))
        guard rows.hasMore, let last = rows.rows.last else { return }
        do throws(StoreError) { rows = try await page(after: last.sequence) } catch {
          let problem = Problem(error)
          try await stream.write(format == .csv ? CSVLine(["error", problem.detail]).text : problem.json.text() + "\n")
          return
        }
      }
    } catch {
      // The client has gone.
    }
  }

  private var head: String { format == .csv ? CSVLine(Self.columns).text : "" }

  private func text(_ rows: [AuditRecord]) -> String { rows.map(line).joined() }

  private static let columns = [
    "sequence", "at", "actor", "via", "action", "object", "environment", "revision", "reason", "requestId", "before",
    "after",
  ]

  private func line(_ row: AuditRecord) -> String {
    let json = AuditRoute.json(row, environments)
    switch format {
    case .jsonl: return json.text() + "\n"
    case .csv:
      return CSVLine(
        Self.columns.map { column in
          switch json[column] {
          case .none, .null: ""
          case .string(let text): text
          case .some(let value): value.text()
          }
        }
      ).text
    }
  }
}
