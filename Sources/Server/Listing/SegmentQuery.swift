import SerinFlags
import Store

/// Which segments of a project are wanted, in which order, and how many of them.
struct SegmentQuery: Sendable {
  /// What segments are ordered by; segments that are equal in it stand by their keys.
  enum Order: String, Sendable, CaseIterable { case key, created, kind }

  /// Words in lower case of which each must be in the key, the description or a tag.
  var words: [[UInt8]] = []
  var kind: SegmentKind?
  var tag: String?
  var order = Order.key
  var isDescending = false
  /// How many at most; nil for as many as the bytes let.
  var limit: Int?
  /// Where the page before ended; nil for the first one.
  var cursor: ListCursor?
  /// How many bytes the texts of a page may have together; the first segment is given however large it is.
  var bytes = HistoryWindow.pageBytes

  /// A page of segments, or of what is made of them.
  struct Page<Element: Sendable>: Sendable {
    var segments: [Element] = []
    /// How many are wanted in all.
    let total: Int
    /// Where the next page begins; nil on the last one.
    var next: ListCursor?

    /// The page as answers have it.
    func json(_ segment: (Element) -> JSONValue) -> JSONValue {
      .object([
        "total": .number(Double(total)), "next": ListCursor.json(next), "segments": .array(segments.map(segment)),
      ])
    }
  }

  /// What may be asked for.
  static let parameters: [OperationParameter] = [
    .search(in: "the key, the description or a tag"),
    OperationParameter("kind", .oneOf(SegmentKind.allCases.map(\.rawValue)), "Only segments of this kind."),
    OperationParameter("tag", .string(), "Only segments with this tag."),
    .sort(Order.self, standard: Order.key.rawValue), .limit(standard: "as many as fit into 1 MiB"), .after,
  ]

  init() {}

  /// Reads what is asked for.
  /// - Throws: 400 that names the parameter and what is allowed.
  init(_ query: Query) throws(Problem) {
    words = SearchText.words(of: query["search"])
    kind = try query.choice("kind", of: SegmentKind.self)
    tag = query["tag"]
    if let sort = try query.order(Order.self) { (order, isDescending) = sort }
    limit = try query.limit()
    cursor = try query.cursor(of: list)
  }

  /// What cursors call the list.
  private var list: String { Query.list("segments", by: order, isDescending: isDescending) }

  /// Whether a segment is wanted.
  func wants(_ segment: SegmentRecord) -> Bool {
    if let kind, kind.rawValue != segment.kind { return false }
    if let tag, !segment.tags.contains(where: { $0.hasSameBytes(as: tag) }) { return false }
    return words.isEmpty || SearchText([segment.key, segment.description] + segment.tags).contains(words)
  }

  /// The place of a segment in the wanted order.
  func place(of segment: SegmentRecord) -> ListCursor {
    let value =
      switch order {
      case .key: ""
      case .created: ListCursor.instant(segment.createdAt)
      case .kind: segment.kind
      }
    return ListCursor(value: value, key: segment.key)
  }

  /// A page of segments.
  /// - Parameters:
  ///   - all: Every segment.
  ///   - make: Makes some of them, in their order, into what the page has, with the bytes of each.
  func page<Element: Sendable>(
    of all: [SegmentRecord],
    _ make: ([SegmentRecord]) async throws(Problem) -> [(element: Element, bytes: Int)]
  ) async throws(Problem) -> Page<Element> {
    let wanted = all.filter(wants).map { (place: place(of: $0), record: $0) }
      .sorted { $0.place.precedes($1.place, isDescending: isDescending) }
    var page = Page<Element>(total: wanted.count)
    var budget = ByteBudget(bytes)
    var rest = wanted[...]
    if let cursor { rest = rest.drop { !cursor.precedes($0.place, isDescending: isDescending) } }
    var last: ListCursor?
    // A few at a time: what does not fit any more should not be read in vain.
    while !rest.isEmpty {
      let part = rest.prefix(Self.partLength)
      let made = try await make(part.map(\.record))
      for (index, made) in zip(part.indices, made) {
        guard page.segments.count < limit ?? .max, budget.takes(made.bytes) else {
          page.next = last?.of(list)
          return page
        }
        page.segments.append(made.element)
        last = part[index].place
      }
      rest = rest.dropFirst(part.count)
    }
    return page
  }

  /// How many segments are made at a time.
  private static let partLength = 32
}
