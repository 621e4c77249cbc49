import SerinFlags
import Testing

/// Where ids lie in the memory of a list: at the place that their value says, or behind it.
@Suite struct IDListPlacesTests {
  private static let least = [UInt8](repeating: 0, count: 16)
  private static let greatest = [UInt8](repeating: 0xFF, count: 16)

  /// The bytes of a hash, with another number in the last four bytes.
  private static func hash(_ bytes: [UInt8], _ number: Int) -> [UInt8] {
    bytes.dropLast(4) + stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// A list of hashes that are given in ascending order.
  private static func list(_ hashes: [[UInt8]]) throws -> IDList {
    var buckets: [Int: [UInt8]] = [:]
    for hash in hashes { buckets[Int(hash[0]) << 4 | Int(hash[1]) >> 4, default: []] += hash }
    return try IDList().replacing(buckets.map { try IDBucket(index: $0, encoded: $1) })
  }

  /// The hash of 16 bytes, by themselves or in a list.
  private static func id(_ hash: [UInt8]) throws -> ListedID {
    try #require(try IDBucket(index: Int(hash[0]) << 4 | Int(hash[1]) >> 4, encoded: hash).ids.first)
  }

  @Test(arguments: [1, 10, 1000, 50_000]) func areNearTheIdealOnesForHashesThatAreSpreadEvenly(count: Int) throws {
    let list = try ListSamples.list((0..<count).map { "user-\($0)" }, engine: ListSamples.quickEngine)
    #expect(list.worstDisplacement < 50)
  }

  @Test func doNotWrapAroundAtTheTop() throws {
    // As many ids behind the last ideal place as there are places before it.
    let hashes = (0..<5000).map { Self.hash(Self.greatest, 0xFFFF_FFFF - 2 * (4999 - $0)) }
    let list = try Self.list(hashes)
    #expect(list.worstDisplacement == 4999)
    for hash in hashes {
      #expect(list.contains(try Self.id(hash)))
      #expect(!list.contains(try Self.id(Array(hash.dropLast()) + [hash[15] - 1])))
    }
    #expect(list.bucket(4095)?.ids.count == 5000)
    #expect(list.bucket(4094)?.ids.isEmpty == true)
    #expect(!list.contains(try Self.id(Self.least)))
    // The greatest one among few.
    let few = try ListSamples.list(["alice", "bob"]).applying(add: [try Self.id(Self.greatest)])
    #expect(few.contains(try Self.id(Self.greatest)))
    #expect(!few.contains(try Self.id(Self.hash(Self.greatest, 0))))
  }

  @Test func doNotConfuseTheHashOfZerosWithAGap() throws {
    let zero = try Self.id(Self.least)
    let without = try ListSamples.list((0..<1000).map { "user-\($0)" })
    #expect(!without.contains(zero))
    let with = try without.applying(add: [zero])
    #expect(with.count == 1001)
    #expect(with.contains(zero))
    #expect(with.bucket(0)?.ids.first == zero)
    #expect(with != without)
    #expect(try with.applying(remove: [zero]) == without)
    #expect(try IDList().applying(add: [zero]).contains(zero))
    #expect(!IDList().contains(zero))
  }

  /// All ids at one place and the next ones, which also push away those that belong there.
  @Test func areFoundHoweverFarTheyAreFromTheIdealOne() throws {
    var even = [UInt8](repeating: 0x55, count: 16)
    even[15] = 0
    let close = (0..<3000).map { Self.hash(even, 2 * $0) }
    let list = try Self.list(close).applying(add: (0..<3000).map { ListSamples.hash("user-\($0)") })
    #expect(list.worstDisplacement > 2000)
    #expect((0..<3000).allSatisfy { list.contains(ListSamples.hash("user-\($0)")) })
    #expect((3000..<6000).allSatisfy { !list.contains(ListSamples.hash("user-\($0)")) })
    for number in 0..<6000 { #expect(list.contains(try Self.id(Self.hash(even, number))) == number.isMultiple(of: 2)) }
    let ids = (0..<IDList.bucketCount).flatMap { list.bucket($0)?.ids ?? [] }
    #expect(ids.count == 6000)
    #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 })
  }
}
