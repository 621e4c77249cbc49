import Testing

@testable import HTTP

@Suite struct LimitedCountsTests {
  @Test func aKeyHasRoomUpToTheLimit() {
    var counts = LimitedCounts<String>(limit: 2)
    counts.add("a")
    #expect(counts.hasRoom(for: "a"))
    counts.add("a")
    #expect(!counts.hasRoom(for: "a"))
    #expect(counts.hasRoom(for: "b"))
    counts.remove("a")
    counts.remove("b")
    #expect(counts["a"] == 1)
    #expect(counts["b"] == 0)
    #expect(LimitedCounts<String>(limit: nil).hasRoom(for: "a"))
  }
}
