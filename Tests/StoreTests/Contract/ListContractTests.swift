import SerinFlags
import Store
import Testing

@Suite struct ListContractTests {
  private static func ids(_ range: Range<Int>) -> [String] { range.map { "user-\($0)" } }

  /// Runs `body` on a shop with a segment that has no list yet.
  private static func withSegment(
    _ factory: StoreFactory, _ body: (any ConfigurationStore) async throws -> Void
  ) async throws {
    try await factory.withStore { store in
      try await store.openShop()
      try await store.createSegment("vip")
      try await body(store)
    }
  }

  @Test(arguments: StoreFactory.all)
  func aListComesBackAsItWasPutAside(factory: StoreFactory) async throws {
    try await Self.withSegment(factory) { store in
      let list = try Shop.list(Self.ids(0..<5000))
      let commit = try await store.replaceList(of: "vip", by: list, expects: .absent)
      let state = try #require(try await store.list(environmentID: Shop.production, digest: list.digest))
      #expect(state.count == 5000)
      #expect(state.segmentID == "g_vip")
      #expect(state.revision == commit.environments.first?.revision)
      #expect(try await store.hashes(of: state) == Shop.chunks(list).flatMap(\.hashes))
      #expect(commit.auditSequences.count == 1)
    }
  }

  @Test(arguments: StoreFactory.all)
  func nobodySeesAnUploadBeforeItIsCurrent(factory: StoreFactory) async throws {
    try await Self.withSegment(factory) { store in
      let list = try Shop.list(Self.ids(0..<100))
      let upload = try await store.beginListUpload()
      try await store.stage(Shop.chunks(list), upload: upload)
      #expect(try await store.list(environmentID: Shop.production, digest: list.digest) == nil)
      #expect(try await store.listBucketDigests(environmentID: Shop.production, segmentID: "g_vip") == [:])
      try await store.discardListUpload(upload)
      try await store.discardListUpload(upload)
      await expectError(.notFound(object: "upload:\(upload)")) { () throws(StoreError) in
        try await store.stage([], upload: upload)
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func anEarlierStateCanBeReadAtItsRevisionAndByItsDigest(factory: StoreFactory) async throws {
    try await Self.withSegment(factory) { store in
      let states = [
        try Shop.list(Self.ids(0..<3000)), try Shop.list(Self.ids(0..<2990)), try Shop.list(Self.ids(2980..<3010)),
        try Shop.list([]),
      ]
      var revisions: [Int64] = []
      for (index, list) in states.enumerated() {
        let commit = try await store.replaceList(
          of: "vip", by: list, expects: index == 0 ? .absent : .version(Int64(index)))
        revisions.append(try #require(commit.environments.first?.revision))
      }
      for (list, revision) in zip(states, revisions) {
        let expected = Shop.chunks(list).flatMap(\.hashes)
        let then = try await store.list(environmentID: Shop.production, segmentID: "g_vip", at: revision)
        #expect(try await store.hashes(of: then) == expected)
        let named = try await store.list(environmentID: Shop.production, digest: list.digest)
        #expect(named == then)
      }
      #expect(
        try await store.list(environmentID: Shop.production, segmentID: "g_vip", at: revisions[0] - 1) == nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func oneBucketCanBeReadByItself(factory: StoreFactory) async throws {
    try await Self.withSegment(factory) { store in
      let list = try Shop.list(Self.ids(0..<5000))
      try await store.replaceList(of: "vip", by: list, expects: .absent)
      let state = try #require(try await store.list(environmentID: Shop.production, digest: list.digest))
      #expect(try await store.listChunks(of: state, buckets: 17..<18) == Shop.chunks(list, buckets: [17]))
      #expect(try await store.listChunks(of: state, buckets: 17..<17) == [])
    }
  }

  @Test(arguments: StoreFactory.all)
  func bucketsThatDoNotMakeTheListAreRefusedAndTheOldOneStays(factory: StoreFactory) async throws {
    try await Self.withSegment(factory) { store in
      let old = try Shop.list(Self.ids(0..<50))
      try await store.replaceList(of: "vip", by: old, expects: .absent)
      let new = try Shop.list(Self.ids(0..<60))
      let error = await errorOf { () throws(StoreError) in
        try await store.replaceList(of: "vip", by: new, digest: [UInt8](repeating: 9, count: 32), expects: .version(1))
      }
      #expect("\(try #require(error))".contains("do not make the list of 60 ids"))
      let state = try await store.list(environmentID: Shop.production, segmentID: "g_vip", at: .max)
      #expect(state?.digest == old.digest)
      #expect(try await store.hashes(of: state) == Shop.chunks(old).flatMap(\.hashes))
    }
  }

  @Test(arguments: StoreFactory.all)
  func aConflictOfTheItemLeavesTheListAsItWas(factory: StoreFactory) async throws {
    try await Self.withSegment(factory) { store in
      let old = try Shop.list(Self.ids(0..<50))
      try await store.replaceList(of: "vip", by: old, expects: .absent)
      let error = await errorOf { () throws(StoreError) in
        try await store.replaceList(of: "vip", by: try Self.shopList(60), expects: .version(9))
      }
      #expect(
        error == .conflict(StoreConflict(object: "item:\(Shop.production)/segment/vip", expected: 9, found: 1)))
      #expect(try await store.list(environmentID: Shop.production, segmentID: "g_vip", at: .max)?.digest == old.digest)
    }
  }

  private static func shopList(_ count: Int) throws(StoreError) -> IDList {
    do throws(IDListError) { return try Shop.list(ids(0..<count)) } catch { throw .failed(reason: "\(error)") }
  }

  @Test(arguments: StoreFactory.all)
  func aListThatIsTheSameWritesNoRevision(factory: StoreFactory) async throws {
    try await Self.withSegment(factory) { store in
      let list = try Shop.list(Self.ids(0..<50))
      try await store.replaceList(of: "vip", by: list, expects: .absent)
      let again = try await store.replaceList(of: "vip", by: list, expects: .version(1))
      #expect(again.environments == [])
      #expect(again.auditSequences == [])
      #expect(try await store.list(environmentID: Shop.production, digest: list.digest) != nil)
    }
  }

  @Test(arguments: StoreFactory.all)
  func twoUploadsThatShareBucketsDoNotTakeThemFromEachOther(factory: StoreFactory) async throws {
    try await Self.withSegment(factory) { store in
      let list = try Shop.list(Self.ids(0..<50))
      let other = try await store.beginListUpload()
      try await store.stage(Shop.chunks(list), upload: other)
      try await store.replaceList(of: "vip", by: list, expects: .absent)
      try await store.discardListUpload(other)
      let state = try await store.list(environmentID: Shop.production, digest: list.digest)
      #expect(try await store.hashes(of: state) == Shop.chunks(list).flatMap(\.hashes))
    }
  }
}
