import SerinFlags
import TestRandom
import Testing

@Suite struct IDListTests {
  @Test func isEmptyToBeginWith() {
    let list = IDList()
    #expect(list.isEmpty)
    #expect(list.count == 0)
    #expect(!list.contains(ListSamples.hash("alice")))
    #expect(list == IDList())
  }

  @Test(arguments: [1, 2, 3, 50, 2047, 2048, 5000, 20_000]) func containsWhatASetContains(size: Int) throws {
    var generator = SeededGenerator(seed: UInt64(size))
    var set: Set<[UInt8]> = []
    var ids: [[UInt8]] = []
    for _ in 0..<size {
      // Some come twice or more.
      let id = generator.oneIn(10) ? generator.pick(ids.isEmpty ? [[1]] : ids) : Self.id(&generator)
      ids.append(id)
      set.insert(id)
    }
    let list = try IDList().applying(add: ids.map(Self.hash))
    #expect(list.count == set.count)
    #expect(ids.allSatisfy { list.contains(Self.hash($0)) })
    for _ in 0..<2000 {
      let id = Self.id(&generator)
      #expect(list.contains(Self.hash(id)) == set.contains(id))
    }
  }

  /// Hashes that lie as close together, and as near the ends, as can be: nobody's place can be guessed in them.
  @Test func findsHashesThatAreNotSpreadEvenly() throws {
    for index in [0, 1, 2048, 4095] {
      let prefix = [UInt8(index >> 4), UInt8(index << 4 & 0xF0)]
      let rest: [[UInt8]] = [
        [UInt8](repeating: 0, count: 14), [UInt8](repeating: 0xFF, count: 14),
      ]
      var hashes = [prefix + rest[0], [prefix[0], prefix[1] | 0x0F] + rest[1]]
      // 600 neighbours that only the last bytes tell apart.
      for number in stride(from: 1, through: 1200, by: 2) {
        hashes.append(prefix + [UInt8](repeating: 0, count: 12) + [UInt8(number >> 8), UInt8(number & 0xFF)])
      }
      hashes.sort { $0.lexicographicallyPrecedes($1) }
      let bucket = try IDBucket(index: index, encoded: Array(hashes.joined()))
      let list = try IDList().replacing([bucket])
      #expect(list.count == 602)
      #expect(bucket.ids.allSatisfy(list.contains))
      var even: [UInt8] = []
      for number in stride(from: 2, through: 1300, by: 2) {
        even += prefix + [UInt8](repeating: 0, count: 12) + [UInt8(number >> 8), UInt8(number & 0xFF)]
      }
      #expect(try IDBucket(index: index, encoded: even).ids.allSatisfy { !list.contains($0) })
      // The same hashes in any order are sorted no less well.
      var generator = SeededGenerator(seed: UInt64(index))
      let shuffled = (bucket.ids + bucket.ids + bucket.ids + bucket.ids).shuffled(using: &generator)
      #expect(try IDList().applying(add: shuffled) == list)
    }
  }

  @Test func takesAtMost20BytesForEachOfAMillionIDs() throws {
    var builder = IDListBuilder(environmentID: ListSamples.environmentID, engine: ListSamples.quickEngine)
    for number in 0..<1_000_000 { try builder.add("user-\(number)") }
    let list = try builder.finish()
    #expect(list.count == 1_000_000)
    #expect(list.storageBytes <= 20_000_000)
    #expect(list.worstDisplacement < 64)
    #expect(list.contains(ListSamples.hash("user-999999", engine: ListSamples.quickEngine)))
    #expect(!list.contains(ListSamples.hash("user-1000000", engine: ListSamples.quickEngine)))
    let edited = try list.applying(add: [ListSamples.hash("alice")], remove: [ListSamples.hash("bob")])
    #expect(edited.storageBytes <= 20_000_000)
  }

  private static func id(_ generator: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 1...3, using: &generator)).map { _ in UInt8.random(in: 0x61...0x7A, using: &generator) }
  }

  private static func hash(_ id: [UInt8]) -> ListedID {
    ListSamples.hash(String(decoding: id, as: UTF8.self))
  }
}
