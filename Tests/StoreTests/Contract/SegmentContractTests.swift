import Store
import Testing

@Suite struct SegmentContractTests {
  @Test(arguments: StoreFactory.all)
  func aSegmentComesBackWithTheStoresTimeAndVersion(factory: StoreFactory) async throws {
    let clock = TestClock()
    try await factory.withStore(clock: clock) { store in
      try await store.openShop()
      try await store.createSegment("vip")
      var expected = Shop.segment("vip")
      expected.createdAt = clock.now
      #expect(try await store.segments(projectID: Shop.id) == [expected])
      #expect(try await store.segment(projectID: Shop.id, key: "vip") == expected)
      #expect(try await store.segment(projectID: "p_other", key: "vip") == nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func everyVersionIsKeptWithItsAuthorAndOneAuditRow(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createSegment("vip")
      let write = SegmentWrite(segment: Shop.segment("vip", description: "d", tags: ["t"]), expects: .version(1))
      try await store.write("segment.edit", object: "segment:vip", actor: "token:b") { $0.segment = write }
      let versions = try await store.segmentHistory(segmentID: "g_vip", versions: 1...10)
      #expect(versions.map(\.segment.description) == ["", "d"])
      #expect(versions.map(\.author.actor) == ["token:admin", "token:b"])
      let rows = try await store.audit(chain: Shop.id, after: 0, object: "segment:vip", limit: 10)
      #expect(rows.map(\.entry.action) == ["segment.create", "segment.edit"])
      #expect(rows.last?.before?.contains(#""description":"""#) == true)
      #expect(rows.last?.after?.contains(#""description":"d""#) == true)
    }
  }

  @Test(arguments: StoreFactory.all)
  func writingWhatIsThereWritesNothing(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createSegment("vip")
      let write = SegmentWrite(segment: Shop.segment("vip"), expects: .version(1))
      #expect(try await store.write { $0.segment = write }.auditSequences == [])
      #expect(try await store.segment(projectID: Shop.id, key: "vip")?.version == 1)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aKeyBelongsToOneLivingSegment(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createSegment("vip")
      #expect(
        await errorOf { () throws(StoreError) in try await store.createSegment("vip", id: "g_other") }
          == .duplicate(object: "segment:vip"))
      try await store.write { edit in
        edit.segment = SegmentWrite(segment: Shop.segment("vip"), isArchived: true, expects: .version(1))
      }
      #expect(try await store.segment(projectID: Shop.id, key: "vip")?.archivedAt != nil)
      try await store.createSegment("vip", id: "g_other")
      #expect(try await store.segment(projectID: Shop.id, key: "vip")?.id == "g_other")
      #expect(try await store.segments(projectID: Shop.id).count == 2)
    }
  }

  @Test(arguments: StoreFactory.all)
  func anExpectationThatIsNotMetWritesNothing(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createSegment("vip")
      let write = SegmentWrite(segment: Shop.segment("vip", description: "x"), expects: .version(7))
      await expectError(.conflict(StoreConflict(object: "segment:g_vip", expected: 7, found: 1))) {
        () throws(StoreError) in
        try await store.write { $0.segment = write }
      }
      #expect(try await store.segment(projectID: Shop.id, key: "vip")?.description == "")
    }
  }

  @Test(arguments: StoreFactory.all)
  func aTextWithNULIsRefusedByItsName(factory: StoreFactory) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      let write = SegmentWrite(segment: Shop.segment("vip", description: "a\u{0}"), expects: .absent)
      let error = await errorOf { () throws(StoreError) in try await store.write { $0.segment = write } }
      #expect("\(try #require(error))".contains("segment.description"))
    }
  }
}
