import Testing

@testable import SerinFlags

@Suite struct IDListKeepingTests {
  private func builder(keeping kept: Int) -> IDListBuilder { IDListBuilder(environmentID: "e_1", keeping: kept) }

  @Test func idsAreKeptOnceAndInTheirOrderWhileThereAreFew() throws {
    var builder = builder(keeping: 3)
    try builder.addLines(Array("b\na\nb\r\nc".utf8))
    #expect(builder.keptIDs == ["b", "a"])
    try builder.addUnfinishedLine()
    #expect(builder.keptIDs == ["b", "a", "c"])
    #expect(builder.line == 4)
    try builder.add("d")
    #expect(builder.keptIDs == nil)
    #expect(try builder.finish().count == 4)
  }

  @Test func noneAreKeptUnlessWanted() throws {
    var builder = builder(keeping: 0)
    try builder.add("a")
    #expect(builder.keptIDs == nil)
  }

  @Test func theListThatWasMadeBeforeIsForgotten() throws {
    var builder = builder(keeping: 3)
    try builder.add("a")
    _ = try builder.finish()
    #expect(builder.keptIDs == [])
  }

  @Test func subtractingTakesAwayWhatBothHave() throws {
    func list(_ ids: Range<Int>) throws -> IDList {
      var builder = builder(keeping: 0)
      for id in ids { try builder.add("user-\(id)") }
      return try builder.finish()
    }
    #expect(try list(0..<5000).subtracting(list(2500..<9000)) == list(0..<2500))
    #expect(try list(0..<50).subtracting(IDList()) == list(0..<50))
    #expect(try list(0..<50).subtracting(list(0..<50)).isEmpty)
  }

  @Test func aDigestCanBeMadeOfTheBucketsDigests() throws {
    var builder = builder(keeping: 0)
    for id in 0..<3000 { try builder.add("user-\(id)") }
    let list = try builder.finish()
    var digests: [Int: [UInt8]] = [:]
    for index in 0..<IDList.bucketCount where list.bucket(index)?.ids.isEmpty == false {
      digests[index] = list.bucketDigest(index)
    }
    #expect(IDListDigest(buckets: digests) == IDListDigest(list))
  }
}
