import SerinFlags
import TestRandom
import Testing

@Suite struct IDListEditingTests {
  private let numbered = (0..<4000).map { ListSamples.hash("user-\($0)") }

  @Test func followsASetThrough200000RandomAddsAndRemoves() throws {
    let ids = (0..<30_000).map { ListSamples.hash("user-\($0)", engine: ListSamples.quickEngine) }
    var generator = SeededGenerator(seed: 6)
    var list = IDList()
    var set: Set<ListedID> = []
    for round in 0..<40 {
      // Few changes and many, since they are sorted in different ways.
      let size = round.isMultiple(of: 4) ? 100 : 3300
      let add = (0..<size).map { _ in generator.pick(ids) }
      let remove = (0..<size).map { _ in generator.pick(ids) }
      list = try list.applying(add: add, remove: remove)
      set.subtract(remove)
      set.formUnion(add)
      #expect(list.count == set.count)
    }
    #expect(ids.allSatisfy { list.contains($0) == set.contains($0) })
    #expect(try list == IDList().applying(add: Array(set)))
    #expect(try list.applying(remove: Array(set)) == IDList())
  }

  @Test func letsAddingWinOverRemoving() throws {
    let (alice, bob) = (ListSamples.hash("alice"), ListSamples.hash("bob"))
    let list = try IDList().applying(add: [alice])
    #expect(try list.applying(add: [alice, bob], remove: [bob, alice]).count == 2)
  }

  @Test func changesNothingWhenThereIsNothingToChange() throws {
    let list = try IDList().applying(add: numbered)
    let same = try list.applying(add: Array(numbered.prefix(10)), remove: [ListSamples.hash("alice")])
    #expect(same == list)
    #expect(try list.replacing([]) == list)
  }

  @Test(arguments: [0, 1, 2, 3, 7]) func joinsShards(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    var shards = [[ListedID]](repeating: [], count: count)
    for id in numbered where count > 0 {
      shards[Int.random(in: 0..<count, using: &generator)].append(id)
      // Some are in more than one.
      if generator.oneIn(5) { shards[Int.random(in: 0..<count, using: &generator)].append(id) }
    }
    let lists = try shards.map { try IDList().applying(add: $0) }
    #expect(try IDList.union(lists) == IDList().applying(add: count > 0 ? numbered : []))
  }

  @Test func replacesBucketsWhole() throws {
    let before = try IDList().applying(add: Array(numbered[..<3000]))
    let after = try IDList().applying(add: Array(numbered[500...]))
    let changed = IDListDigest(before).bucketsDiffering(from: IDListDigest(after))
    #expect(changed.count > 100)
    #expect(try before.replacing(changed.compactMap(after.bucket)) == after)
    #expect(try IDList().replacing((0..<IDList.bucketCount).compactMap(after.bucket)) == after)
    // Of two for the same bucket the last one counts.
    let bucket = try #require(changed.first)
    let pair = [before.bucket(bucket), after.bucket(bucket), before.bucket(bucket)].compactMap { $0 }
    #expect(try before.replacing(pair) == before)
  }

  @Test func leavesTheListItWasMadeFromAsItWas() throws {
    let list = try IDList().applying(add: Array(numbered[..<100]))
    let digest = list.digest
    _ = try list.applying(add: numbered, remove: Array(numbered[..<50]))
    #expect(list.count == 100)
    #expect(list.digest == digest)
  }
}
