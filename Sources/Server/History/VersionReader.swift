import Store

/// Reads the versions of one half of a thing from new to old, a bounded piece of them at a time.
struct VersionReader<Version: AuthoredVersion> {
  private let read: (HistoryWindow) async throws(StoreError) -> [Version]
  /// The last piece, by version number.
  private var piece: [Int64: Version] = [:]

  init(read: @escaping (HistoryWindow) async throws(StoreError) -> [Version]) { self.read = read }

  /// One version; nil when there never was such a one.
  ///
  /// It is meant to be asked for lower and lower numbers: what is above the last one may have to be read again.
  mutating func version(_ wanted: Int64) async throws(Problem) -> Version? {
    if let known = piece[wanted] { return known }
    guard wanted > 0 else { return nil }
    let window = HistoryWindow(versions: 1...wanted, rows: HistoryWindow.pageRows)
    let found: [Version]
    do throws(StoreError) { found = try await read(window) } catch { throw Problem(error) }
    piece = Dictionary(found.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    return piece[wanted]
  }
}
