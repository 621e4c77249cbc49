import SerinFlags
import Store
import Testing

@Suite struct CodeScanContractTests {
  private static func scan(
    _ repository: String = "acme/shop", _ branch: String = "main", commit: String = "c1", link: String? = nil,
    projectID: String = Shop.id
  ) -> CodeScanRecord {
    CodeScanRecord(projectID: projectID, repository: repository, branch: branch, commit: commit, link: link)
  }

  private static func reference(
    _ flagKey: String, _ file: String = "App/A.swift", _ line: Int64 = 1, _ column: Int64 = 1, snippet: String = "x"
  ) -> CodeReferenceRecord {
    CodeReferenceRecord(
      flagKey: flagKey, file: file, line: line, column: column, kind: "literal", snippet: snippet)
  }

  @discardableResult
  private static func replace(
    _ store: any ConfigurationStore, _ references: [CodeReferenceRecord]
  ) async throws(StoreError) -> CodeScanRecord {
    try await store.replaceShopScan(scan(), references)
  }

  @discardableResult
  private static func replace(
    _ store: any ConfigurationStore, _ scan: CodeScanRecord, _ references: [CodeReferenceRecord]
  ) async throws(StoreError) -> CodeScanRecord {
    try await store.replaceShopScan(scan, references)
  }

  /// How many rows the audit log has of the branch.
  private static func auditRows(_ store: any ConfigurationStore) async throws -> Int {
    try await store.audit(chain: Shop.id, after: 0, object: "code:acme/shop@main", limit: 100).count
  }

  private static func files(_ store: any ConfigurationStore, _ flagKey: String) async throws -> [String] {
    try await store.codeReferences(projectID: Shop.id, flagKey: flagKey, limit: 100).scans.flatMap { scan in
      scan.references.map { "\(scan.scan.repository)@\(scan.scan.branch) \($0.file):\($0.line):\($0.column)" }
    }
  }

  @Test(arguments: StoreFactory.all)
  func aScanComesBackWithTheStoresTimeAndCount(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      var scan = Self.scan(link: "https://example.com/{file}")
      scan.updatedAt = 1
      scan.references = 99
      scan.bytes = 7
      let stored = try await Self.replace(store, scan, [Self.reference("a"), Self.reference("b")])
      scan.updatedAt = clock.now
      scan.references = 2
      scan.bytes = Int64(Self.reference("a").storedBytes * 2)
      #expect(stored == scan)
      #expect(try await store.codeScans(projectID: Shop.id) == [scan])
      let found = try await store.codeReferences(projectID: Shop.id, flagKey: "a", limit: 10)
      #expect(found == FlagReferences(total: 1, scans: [.init(scan: scan, references: [Self.reference("a")])]))
    }
  }

  @Test(arguments: StoreFactory.all)
  func aBranchIsReplacedWholeAndTheOthersAreLeftAlone(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await Self.replace(store, [Self.reference("a", "Old.swift"), Self.reference("b")])
      try await Self.replace(store, Self.scan("acme/shop", "next"), [Self.reference("a", "Next.swift")])
      try await Self.replace(store, Self.scan("acme/other"), [Self.reference("a", "Other.swift")])
      try await Self.replace(
        store, Self.scan(commit: "c2"),
        [Self.reference("a", "B.swift", 10), Self.reference("a", "B.swift", 9), Self.reference("a", "A.swift", 20, 3)])
      #expect(
        try await Self.files(store, "a") == [
          "acme/other@main Other.swift:1:1", "acme/shop@main A.swift:20:3", "acme/shop@main B.swift:9:1",
          "acme/shop@main B.swift:10:1", "acme/shop@next Next.swift:1:1",
        ])
      #expect(try await Self.files(store, "b").isEmpty)
      #expect(
        try await store.codeScans(projectID: Shop.id).map { "\($0.repository)@\($0.branch) \($0.commit)" } == [
          "acme/other@main c1", "acme/shop@main c2", "acme/shop@next c1",
        ])
      #expect(try await store.codeReferences(projectID: "p_none", flagKey: "a", limit: 9).total == 0)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aLimitCutsTheListAndNotTheTotal(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await Self.replace(store, (1...7).map { Self.reference("a", "A.swift", $0) })
      try await Self.replace(store, Self.scan("z"), [Self.reference("a")])
      for (limit, count) in [(-1, 0), (0, 0), (3, 3), (7, 7), (8, 8), (100, 8)] {
        let found = try await store.codeReferences(projectID: Shop.id, flagKey: "a", limit: limit)
        #expect(found.total == 8)
        #expect(found.scans.flatMap(\.references).count == count)
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func theSameScanAgainWritesNothing(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      let references = [Self.reference("a", snippet: "\u{E9}"), Self.reference("b")]
      let first = try await Self.replace(store, references)
      let before = try await store.dump()
      clock.advance(by: 5)
      #expect(try await Self.replace(store, references.reversed()) == first)
      #expect(try await store.dump() == before)
      // Equal to Swift, and other bytes.
      let other = [Self.reference("a", snippet: "e\u{301}"), Self.reference("b")]
      let linked = Self.scan(commit: "c2", link: "https://example.com/{file}")
      let moved = other.map { Self.reference($0.flagKey, $0.file, 2, snippet: $0.snippet) }
      for (index, (scan, references)) in [
        (Self.scan(), other), (Self.scan(commit: "c2"), other), (linked, other), (linked, moved), (linked, []),
      ].enumerated() {
        try await Self.replace(store, scan, references)
        #expect(try await Self.auditRows(store) == 2 + index)
      }
      #expect(try await store.codeScans(projectID: Shop.id).map(\.references) == [0])
    }
  }

  @Test(arguments: StoreFactory.all)
  func aBranchIsRemovedOnceAndMustBeThere(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await Self.replace(store, [Self.reference("a")])
      let entry = Shop.edit("code.remove", object: "code:acme/shop@main") { _ in }.audit
      let remove = { () async throws(StoreError) in
        try await store.removeCodeScan(projectID: Shop.id, repository: "acme/shop", branch: "main", audit: entry)
      }
      try await remove()
      #expect(try await store.codeScans(projectID: Shop.id).isEmpty)
      #expect(try await Self.files(store, "a").isEmpty)
      await expectError(.notFound(object: "code:acme/shop@main"), remove)
      await expectError(.notFound(object: "project:p_none")) { () throws(StoreError) in
        try await Self.replace(store, Self.scan(projectID: "p_none"), [])
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func theAuditRowTellsOfTheScansAndTheChainHolds(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await Self.replace(store, [Self.reference("a")])
      try await Self.replace(store, Self.scan(commit: "c2"), [])
      let rows = try await store.audit(chain: Shop.id, after: 1, object: "code:acme/shop@main", limit: 9)
      #expect(rows.map(\.entry.action) == ["code.replace", "code.replace"])
      #expect(rows.map(\.environmentID) == [nil, nil])
      #expect(rows.first?.before == nil)
      let old = #"{"codeScan":{"branch":"main","commit":"c1","link":null,"references":1,"repository":"acme/shop"}}"#
      #expect(rows.first?.after == old)
      #expect(rows.last?.before == old)
      #expect(try await store.firstBrokenAuditRow(chain: Shop.id) == nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func twoReferencesAtOnePlaceAndNULsAreRefusedWhole(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await Self.replace(store, [Self.reference("a")])
      let before = try await store.dump()
      let twice = await errorOf { () throws(StoreError) in
        try await Self.replace(store, Self.scan(commit: "c2"), [Self.reference("b"), Self.reference("b")])
      }
      guard case .failed = twice else {
        Issue.record("\(String(describing: twice))")
        return
      }
      await expectError(
        .failed(reason: "edits[0].codeScan.snippet contains U+0000, which no text of a store may contain")
      ) { () throws(StoreError) in
        try await Self.replace(store, [Self.reference("a", snippet: "\0")])
      }
      #expect(try await store.dump() == before)
      #expect(try await Self.files(store, "a").count == 1)
    }
  }
}
