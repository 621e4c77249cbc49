import Store
import TestRandom
import Testing

@Suite struct DigestTests {
  private static func digest(
    kind: ItemKind = .flag, id: String = "f_a", schema: Int64 = 1, isKilled: Bool = false, isGone: Bool = false,
    document: String = "{}"
  ) -> Digest128 {
    ItemRecord.digest(
      kind: kind, id: id, schema: schema, isKilled: isKilled, isGone: isGone, document: document)
  }

  // The first 16 bytes of SHA-256 over the framed fields, computed with Python's hashlib.
  @Test func theDigestOfAnItemIsFixed() {
    #expect(Self.digest().bytes.hexadecimal == "db3962a164d6f5175afcbfa9d7efd769")
    #expect(
      Self.digest(kind: .segment, id: "s_ü", schema: 2, isKilled: true, isGone: true, document: #"{"é":1}"#).bytes
        .hexadecimal == "d682932ea33e12ba652e965ad096e4aa")
  }

  @Test func everyFieldChangesTheDigest() {
    let digests = [
      Self.digest(), Self.digest(kind: .list), Self.digest(id: "f_b"), Self.digest(schema: 2),
      Self.digest(isKilled: true), Self.digest(isGone: true), Self.digest(document: "{} "),
      Self.digest(id: "f_a{}", document: ""), Self.digest(document: "\u{E9}"), Self.digest(document: "e\u{301}"),
    ]
    #expect(Set(digests).count == digests.count)
  }

  @Test func framedFieldsTellWhereOneEnds() {
    func bytes(_ fill: (inout FramedFields) -> Void) -> [UInt8] {
      var fields = FramedFields()
      fill(&fields)
      return fields.bytes
    }
    let texts: [[String?]] = [
      ["ab", "c"], ["a", "bc"], ["abc", ""], ["", "abc"], ["abc"], ["abc", nil], [nil, "abc"], ["abc", "", ""],
    ]
    let framed = texts.map { fields in bytes { for field in fields { $0.append(field) } } }
    #expect(Set(framed).count == framed.count)
    #expect(bytes { $0.append(Int64(-2)) } == [0, 0, 0, 0, 0, 0, 0, 8, 255, 255, 255, 255, 255, 255, 255, 254])
    #expect(bytes { $0.append(true) } == [0, 0, 0, 0, 0, 0, 0, 1, 1])
    #expect(bytes { $0.append([9, 8] as [UInt8]) } == [0, 0, 0, 0, 0, 0, 0, 2, 9, 8])
    #expect(bytes { $0.append(nil as Int64?) } == [UInt8](repeating: 255, count: 8))
  }

  @Test func sumsOfDigestsWrapAroundAndCanBeTakenBack() {
    var generator = SeededGenerator(seed: 1)
    var sum = Digest128(high: .max, low: .max)
    let start = sum
    let parts = (0..<1_000).map { _ in Digest128(high: generator.next(), low: generator.next()) }
    for part in parts { sum = sum + part }
    #expect(Digest128(bytes: sum.bytes) == sum)
    for part in parts.shuffled(using: &generator) { sum = sum - part }
    #expect(sum == start)
    #expect(start + Digest128(high: 0, low: 1) == .zero)
    #expect(Digest128.zero - Digest128(high: 0, low: 1) == start)
    #expect(Digest128(bytes: [UInt8](repeating: 0, count: 15)) == nil)
  }

  @Test func idsHaveAPrefixAndEightyRandomBits() {
    let ids = (0..<5_000).map { _ in RecordID.make(prefix: "f_") }
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { $0.count == 18 && $0.hasPrefix("f_") })
    #expect(Set(ids.flatMap { $0.dropFirst(2) }) == Set("abcdefghijklmnopqrstuvwxyz234567"))
    var one = SeededGenerator(seed: 5)
    var other = SeededGenerator(seed: 5)
    #expect(RecordID.make(prefix: "", using: &one) == RecordID.make(prefix: "", using: &other))
  }
}
