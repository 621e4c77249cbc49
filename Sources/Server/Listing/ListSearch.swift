import SerinFlags
import Store

/// One page of a list that the store reads in pieces, and of which a search may leave out most.
struct ListSearch: Sendable {
  /// How long a page is when nothing is said.
  static let standardLimit = 100
  /// So many rows are looked at for one page, and so many bytes of them are read: then the page ends, however few were found,
  /// and the next one goes on there.
  static let maximumRows = 2000
  static let maximumBytes = 16 * HistoryWindow.pageBytes

  /// Words in lower case that must all be found.
  var words: [[UInt8]] = []
  /// How many are wanted at most.
  var limit = standardLimit
  /// Where the page before ended; nil for the first one.
  var after: ListWindow.Place?
  /// Whether the list is read the other way round.
  var isDescending = false
  /// What cursors call the list.
  private var list = ""
  /// How many bytes the texts of a page may have together; the first thing of it is given however large it is.
  var bytes = HistoryWindow.pageBytes
  /// How many rows are looked at.
  var rows = maximumRows

  /// The beginning of a list.
  init(isDescending: Bool = false) { self.isDescending = isDescending }

  /// A page of things in the order of their list.
  struct Page<Element: Sendable>: Sendable {
    var elements: [Element] = []
    /// Where the next one begins; nil on the last one.
    var next: ListCursor?
  }

  /// Reads a page.
  /// - Parameters:
  ///   - bytes: How many bytes the texts of a row have.
  ///   - place: Where a row stands.
  ///   - wants: Whether a row is wanted; nil when all are that are read.
  ///   - read: Reads a part of the list.
  func page<Element: Sendable>(
    bytes: (Element) -> Int, place: (Element) -> ListWindow.Place, wants: ((Element) -> Bool)?,
    read: (ListWindow) async throws(StoreError) -> ListPage<Element>
  ) async throws(Problem) -> Page<Element> {
    var page = Page<Element>()
    var budget = ByteBudget(self.bytes)
    var (end, lookedAt, bytesRead) = (after, 0, 0)
    while true {
      let rows = wants == nil ? limit - page.elements.count : Self.standardLimit
      let window = ListWindow(after: end, isDescending: isDescending, rows: min(rows, self.rows - lookedAt))
      let part = try await withStore { () async throws(StoreError) in try await read(window) }
      for row in part.rows {
        let size = bytes(row)
        if wants?(row) ?? true {
          guard page.elements.count < limit, budget.takes(size) else { return page.ending(at: end, of: list) }
          page.elements.append(row)
        }
        end = place(row)
        lookedAt += 1
        bytesRead += size
      }
      guard part.hasMore else { return page }
      let isFull = page.elements.count >= limit
      if isFull || lookedAt >= self.rows || bytesRead >= Self.maximumBytes { return page.ending(at: end, of: list) }
    }
  }
}

extension ListSearch.Page {
  /// The page with the place where the next one begins.
  fileprivate func ending(at place: ListWindow.Place?, of list: String) -> Self {
    Self(elements: elements, next: place.map { ListCursor(value: String($0.value), key: $0.id).of(list) })
  }
}

extension ListSearch {
  /// Reads what is asked for.
  /// - Throws: 400 that names the parameter and what is allowed.
  init(
    _ query: Query, of name: String, by order: some RawRepresentable<String>, isDescending: Bool
  ) throws(Problem) {
    self.isDescending = isDescending
    list = Query.list(name, by: order, isDescending: isDescending)
    words = SearchText.words(of: query["search"])
    limit = try query.limit() ?? Self.standardLimit
    if let cursor = try query.cursor(of: list) {
      guard let value = Int64(cursor.value) else { throw Query.refusal(ofCursor: cursor.text) }
      after = ListWindow.Place(value: value, id: cursor.key)
    }
  }
}
