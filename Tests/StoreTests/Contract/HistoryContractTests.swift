import Store
import Testing

/// Histories that are read in pieces.
@Suite struct HistoryContractTests {
  private func edited(_ store: any ConfigurationStore, _ documents: [String]) async throws {
    try await store.openShop()
    try await store.createFlag("a", document: documents.first ?? "{}")
    for document in documents.dropFirst() {
      try await store.write { $0.items = [Shop.item("a", document: document, expects: .present)] }
    }
  }

  private func versions(_ store: any ConfigurationStore, _ window: HistoryWindow) async throws -> [Int64] {
    try await store.itemHistory(
      environmentID: Shop.production, kind: .flag, id: Shop.flagID("a"), newest: window
    ).map(\.item.version)
  }

  @Test(arguments: StoreFactory.all)
  func versionsOfAnItemComeNewestFirstAsFarAsRowsAndBytesLet(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await edited(store, (0..<6).map { String(repeating: "\($0)", count: 100) })
      #expect(try await versions(store, HistoryWindow(versions: 1...6, rows: 10)) == [6, 5, 4, 3, 2, 1])
      #expect(try await versions(store, HistoryWindow(versions: 2...4, rows: 10)) == [4, 3, 2])
      #expect(try await versions(store, HistoryWindow(versions: 1...6, rows: 2)) == [6, 5])
      #expect(try await versions(store, HistoryWindow(versions: 1...6, rows: 10, bytes: 300)) == [6, 5, 4])
      #expect(try await versions(store, HistoryWindow(versions: 1...6, rows: 10, bytes: 299)) == [6, 5])
      // One always comes, however large it is.
      #expect(try await versions(store, HistoryWindow(versions: 1...6, rows: 10, bytes: 0)) == [6])
      for rows in [0, -1] { #expect(try await versions(store, HistoryWindow(versions: 1...6, rows: rows)) == []) }
      #expect(try await versions(store, HistoryWindow(versions: 7...9, rows: 10)) == [])
      let newest = try await store.itemHistory(
        environmentID: Shop.production, kind: .flag, id: Shop.flagID("a"),
        newest: HistoryWindow(versions: 1...6, rows: 10))
      let oldest = try await store.itemHistory(
        environmentID: Shop.production, kind: .flag, id: Shop.flagID("a"), versions: 1...6)
      #expect(newest == oldest.reversed())
    }
  }

  @Test(arguments: StoreFactory.all)
  func versionsOfAFlagsAndASegmentsFieldsDoTheSame(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createFlag("a")
      let segment = SegmentRecord(id: "g_vip", projectID: Shop.id, key: "vip", kind: "list")
      try await store.write { $0.segment = SegmentWrite(segment: segment, expects: .absent) }
      for version in 1...4 {
        let text = String(repeating: "\(version)", count: 1000)
        try await store.write {
          $0.flag = FlagWrite(flag: Shop.flag("a", description: text), expects: .version(Int64(version)))
        }
        var next = segment
        next.description = text
        try await store.write { $0.segment = SegmentWrite(segment: next, expects: .version(Int64(version))) }
      }
      let windows: [(Int, Int, [Int64])] = [
        (9, 9_999_999, [5, 4, 3, 2, 1]), (2, 9_999_999, [5, 4]), (9, 2500, [5, 4]), (9, 1, [5]),
      ]
      for (rows, bytes, wanted) in windows {
        let window = HistoryWindow(versions: 1...9, rows: rows, bytes: bytes)
        let flags = try await store.flagHistory(flagID: Shop.flagID("a"), newest: window)
        #expect(flags.map(\.flag.version) == wanted)
        let segments = try await store.segmentHistory(segmentID: "g_vip", newest: window)
        #expect(segments.map(\.segment.version) == wanted)
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func pagesOfTheAuditLogAreBoundedByRowsAndBytesAndSayWhetherThereAreMore(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await edited(store, (0..<5).map { String(repeating: "\($0)", count: 20_000) })
      let all = try await store.audit(chain: Shop.id, after: 0, object: nil, limit: 100)
      for (limit, bytes) in [(3, Int.max), (100, 50_000), (100, 0), (2, 50_000), (all.count, .max), (100, .max)] {
        var rows: [AuditRecord] = []
        var page = AuditPage(rows: [], hasMore: true)
        while page.hasMore {
          page = try await store.auditPage(
            chain: Shop.id, after: rows.last?.sequence ?? 0, object: nil, limit: limit, bytes: bytes)
          #expect((1...limit).contains(page.rows.count))
          if bytes == 0 { #expect(page.rows.count == 1) }
          rows += page.rows
        }
        #expect(rows == all)
      }
      let none = try await store.auditPage(chain: Shop.id, after: 0, object: nil, limit: 0, bytes: .max)
      #expect(none == AuditPage(rows: [], hasMore: false))
      let ofOne = try await store.auditPage(
        chain: Shop.id, after: 0, object: "flag:f_new_checkout", limit: 2, bytes: .max)
      #expect(ofOne.rows.count == 2)
      #expect(ofOne.hasMore)
    }
  }

  /// The documents of the rows are larger together than one slice of the check.
  @Test(arguments: StoreFactory.all)
  func aChainOfLargeRowsIsWhole(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await edited(store, (0..<5).map { String(repeating: "\($0)", count: 400_000) })
      #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    }
  }
}
