import Store
import Testing

@Suite struct CodeScanStepsContractTests {
  private static let old = Shop.places(3, file: "Old.swift")

  @discardableResult
  private static func write(
    _ store: any ConfigurationStore, _ step: CodeScanWrite
  ) async throws(StoreError) -> Commit {
    try await store.write { $0.codeScan = step }
  }

  private static func error(_ store: any ConfigurationStore, _ step: CodeScanWrite) async -> StoreError? {
    await errorOf { () throws(StoreError) in try await write(store, step) }
  }

  private static func files(_ store: any ConfigurationStore) async throws -> [String] {
    let found = try await store.codeReferences(projectID: Shop.id, flagKey: "a", limit: 10_000)
    #expect(found.total == Int64(found.scans.flatMap(\.references).count))
    return Array(Set(found.scans.flatMap(\.references).map(\.file))).sorted()
  }

  @Test(arguments: StoreFactory.all)
  func readersSeeTheOldScanUntilAllOfTheNewOneIsThere(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      let before = try await store.replaceShopScan(Shop.scan(), Self.old)
      let new = Shop.places(4, file: "New.swift")
      let draft = CodeScanDraft(Shop.scan(commit: "c2"), references: new)
      try await store.write { $0.codeScan = .begin(draft, within: .standard) }
      for place in new {
        #expect(try await Self.files(store) == ["Old.swift"])
        #expect(try await store.codeScans(projectID: Shop.id) == [before])
        try await store.write { $0.codeScan = .add(draft: draft.id, references: [place]) }
      }
      #expect(try await Self.files(store) == ["Old.swift"])
      let commit = try await store.write { $0.codeScan = .publish(draft: draft.id, within: .standard) }
      #expect(try await Self.files(store) == ["New.swift"])
      #expect(try await store.codeScans(projectID: Shop.id) == commit.codeScans)
      #expect(commit.codeScans.map(\.commit) == ["c2"] && commit.auditSequences.count == 1)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aScanOfWhichAPartIsMissingIsNeverSeen(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.replaceShopScan(Shop.scan(), Self.old)
      let before = try await store.dump()
      let draft = CodeScanDraft(Shop.scan(commit: "c2"), references: Shop.places(4, file: "New.swift"))
      let publishing = CodeScanWrite.publish(draft: draft.id, within: .standard)
      try await Self.write(store, .begin(draft, within: .standard))
      try await Self.write(store, .add(draft: draft.id, references: Shop.places(3, file: "New.swift")))
      #expect(await Self.error(store, publishing) == .failed(reason: "code:acme/shop@main has 3 of 4 places"))
      try await Self.write(store, .discard(draft: draft.id))
      #expect(await Self.error(store, publishing) == .notFound(object: "code draft:\(draft.id)"))
      #expect(try await Self.write(store, .sweep(limit: 100)).sweptRows == 4)
      #expect(try await Self.write(store, .sweep(limit: 100)).sweptRows == 0)
      #expect(try await store.dump() == before)
      #expect(try await Self.files(store) == ["Old.swift"])
    }
  }

  @Test(arguments: StoreFactory.all)
  func sweepingRemovesSoManyRowsAtATime(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      for branch in ["gone", "gone too"] { try await store.replaceShopScan(Shop.scan(branch), Shop.places(5)) }
      try await store.replaceShopScan(Shop.scan(), Self.old)
      for branch in ["gone", "gone too"] {
        try await store.write {
          $0.codeScan = .remove(projectID: Shop.id, repository: "acme/shop", branch: branch)
        }
      }
      var swept: [Int64] = []
      for _ in 0..<5 { swept.append(try await store.write { $0.codeScan = .sweep(limit: 4) }.sweptRows) }
      // Two scans and ten places.
      #expect(swept == [4, 4, 4, 0, 0])
      #expect(try await Self.files(store) == ["Old.swift"])
    }
  }

  @Test(arguments: StoreFactory.all)
  func whatIsOverALimitIsNamedAndLeavesTheBranchAsItWas(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.replaceShopScan(Shop.scan(), Self.old)
      let before = try await store.dump()
      let one = CodeScanLimits(branches: 1, bytes: 10_000)
      await expectError(.overLimit(what: "branches with code references", found: 2, allowed: 1)) {
        () throws(StoreError) in
        try await store.replaceShopScan(Shop.scan("next"), [], within: one)
      }
      let new = Shop.places(40)
      let bytes = Int64(new.reduce(0) { $0 + $1.storedBytes })
      let small = CodeScanLimits(branches: 1, bytes: bytes - 1)
      await expectError(.overLimit(what: "bytes of code references", found: bytes, allowed: bytes - 1)) {
        () throws(StoreError) in
        try await store.replaceShopScan(Shop.scan(commit: "c2"), new, within: small)
      }
      #expect(try await store.dump() == before)
      // What is replaced does not count.
      let enough = CodeScanLimits(branches: 1, bytes: bytes)
      #expect(try await store.replaceShopScan(Shop.scan(commit: "c2"), new, within: enough).bytes == bytes)
    }
  }

  // Both look before either is there: only what is looked at inside of the last transaction counts.
  @Test(arguments: StoreFactory.all)
  func theLimitHoldsForUploadsAtOneTime(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      let one = CodeScanLimits(branches: 1, bytes: 100_000)
      let drafts = ["a", "b"].map { CodeScanDraft(Shop.scan($0), references: []) }
      for draft in drafts { try await store.write { $0.codeScan = .begin(draft, within: one) } }
      try await store.write { $0.codeScan = .publish(draft: drafts[0].id, within: one) }
      await expectError(.overLimit(what: "branches with code references", found: 2, allowed: 1)) {
        () throws(StoreError) in
        try await store.write { $0.codeScan = .publish(draft: drafts[1].id, within: one) }
      }
      #expect(try await store.codeScans(projectID: Shop.id).map(\.branch) == ["a"])
    }
  }

  @Test(arguments: StoreFactory.all)
  func twoUploadsOfOneBranchLeaveOneOfThemWhole(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      async let first = store.replaceShopScan(Shop.scan(commit: "c1"), Shop.places(1_200, file: "1.swift"))
      async let second = store.replaceShopScan(Shop.scan(commit: "c2"), Shop.places(700, file: "2.swift"))
      let both = try await [first, second]
      let scans = try await store.codeScans(projectID: Shop.id)
      #expect(scans.count == 1 && scans.allSatisfy(both.contains))
      #expect(try await Self.files(store) == (scans.first?.commit == "c1" ? ["1.swift"] : ["2.swift"]))
      // The same at the same time is written once.
      let rows = try await store.audit(chain: Shop.id, after: 0, object: nil, limit: 100).count
      let drafts = (0..<2).map { _ in CodeScanDraft(Shop.scan(commit: "c3"), references: []) }
      for draft in drafts { try await store.write { $0.codeScan = .begin(draft, within: .standard) } }
      for draft in drafts { try await store.write { $0.codeScan = .publish(draft: draft.id, within: .standard) } }
      #expect(try await store.audit(chain: Shop.id, after: 0, object: nil, limit: 100).count == rows + 1)
    }
  }
}
