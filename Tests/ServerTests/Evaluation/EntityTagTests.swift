import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct EntityTagTests {
  /// The first vectors of the authors' reference implementation: key 00…0f, messages of 0, 1, 2, … bytes.
  @Test func sipHashGivesTheAuthorsVectors() {
    let function = EntityTag(key: Array(0..<16))
    let wanted: [(Int, UInt64)] = [
      (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (2, 0x0d6c_8009_d9a9_4f5a), (8, 0x93f5_f579_9a93_2462),
      (15, 0xa129_ca61_49be_45e5),
    ]
    for (count, hash) in wanted { #expect(function.hash((0..<count).map { UInt8($0) }) == hash) }
  }

  @Test(arguments: [
    ("W/\"ab\"", true), ("\"ab\"", true), ("\"x\", W/\"ab\"", true), ("*", false), ("W/\"ac\"", false), ("", false),
    ("ab", false),
  ])
  func matchingIsWeakAndTakesLists(header: String, isMatch: Bool) {
    #expect(EntityTag.matches(header, "W/\"ab\"") == isMatch)
  }

  @Test func withoutTheHeaderNothingMatches() { #expect(!EntityTag.matches(nil, "W/\"ab\"")) }
}
