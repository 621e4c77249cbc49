import SerinLock
import Store
import Testing

@testable import Server

/// How much is read for one page of a list, and where the next one begins.
@Suite struct ListSearchTests {
  /// A list of numbers in which each has so many bytes.
  private final class Numbers: Sendable {
    let count: Int64
    private let windows = Lock<[ListWindow]>([])
    /// What was read so far.
    var reads: [ListWindow] { windows.withLock { $0 } }

    init(_ count: Int64) { self.count = count }

    func read(_ window: ListWindow) -> ListPage<Int64> {
      windows.withLock { $0.append(window) }
      let first = (window.after?.value ?? -1) + 1
      let rows = Array((first..<count).prefix(max(0, window.rows)))
      return ListPage(rows: rows, hasMore: first + Int64(rows.count) < count)
    }
  }

  private func page(
    _ search: ListSearch, of numbers: Numbers, bytes: Int = 1, wants: ((Int64) -> Bool)? = nil
  ) async throws -> ListSearch.Page<Int64> {
    try await search.page(
      bytes: { _ in bytes }, place: { ListWindow.Place(value: $0, id: "n") }, wants: wants
    ) { window async throws(StoreError) in numbers.read(window) }
  }

  private func next(_ value: Int64) -> ListCursor { ListCursor(value: "\(value)", key: "n") }

  @Test func aPageWithoutASearchReadsWhatItGivesAndNoMore() async throws {
    let numbers = Numbers(10)
    var search = ListSearch()
    search.limit = 4
    let first = try await page(search, of: numbers)
    #expect(first.elements == [0, 1, 2, 3])
    #expect(first.next == next(3))
    #expect(numbers.reads.map(\.rows) == [4])
    search.after = ListWindow.Place(value: 7, id: "n")
    let last = try await page(search, of: numbers)
    #expect(last.elements == [8, 9])
    #expect(last.next == nil)
  }

  @Test func aSearchReadsOnUntilItsPageIsFullOrTheListIsOver() async throws {
    var search = ListSearch()
    search.limit = 3
    let found = try await page(search, of: Numbers(1000)) { $0 % 100 == 7 }
    #expect(found.elements == [7, 107, 207])
    let rest = try #require(found.next.flatMap { Int64($0.value) })
    #expect((207..<307).contains(rest))
    search.after = ListWindow.Place(value: 900, id: "n")
    let last = try await page(search, of: Numbers(1000)) { $0 % 100 == 7 }
    #expect(last.elements == [907])
    #expect(last.next == nil)
  }

  @Test func pagesOfASearchHaveEverythingOnce() async throws {
    var search = ListSearch()
    (search.limit, search.rows) = (3, 150)
    var found: [Int64] = []
    while true {
      let page = try await page(search, of: Numbers(1000)) { $0 % 37 == 0 }
      found += page.elements
      guard let next = page.next, let value = Int64(next.value) else { break }
      search.after = ListWindow.Place(value: value, id: next.key)
    }
    #expect(found == (0..<1000).filter { $0 % 37 == 0 })
  }

  @Test func aSearchThatFindsNothingEndsAfterSoManyRowsAndSaysWhereToGoOn() async throws {
    let numbers = Numbers(1_000_000)
    let found = try await page(ListSearch(), of: numbers) { _ in false }
    #expect(found.elements.isEmpty)
    #expect(found.next == next(Int64(ListSearch.maximumRows) - 1))
    #expect(numbers.reads.reduce(0) { $0 + $1.rows } == ListSearch.maximumRows)
  }

  @Test func aSearchEndsAfterSoManyBytes() async throws {
    let numbers = Numbers(1_000_000)
    let found = try await page(ListSearch(), of: numbers, bytes: 1024 * 1024) { _ in false }
    #expect(found.next != nil)
    #expect(numbers.reads.count == 1)
  }

  @Test func aPageEndsWithItsBytesAndHasItsFirstThingHoweverLarge() async throws {
    var search = ListSearch()
    search.bytes = 25
    let page = try await page(search, of: Numbers(10), bytes: 10)
    #expect(page.elements == [0, 1])
    #expect(page.next == next(1))
    let large = try await self.page(search, of: Numbers(10), bytes: 100)
    #expect(large.elements == [0])
    #expect(large.next == next(0))
  }
}
