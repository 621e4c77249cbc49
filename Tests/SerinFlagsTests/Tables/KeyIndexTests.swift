import TestRandom
import Testing

@testable import SerinFlags

@Suite struct KeyIndexTests {
  private func place(_ number: Int) -> KeyPlace {
    KeyPlace(chunk: number / 64, offset: number % 64)
  }

  @Test func placesSurvivePackingInOrder() {
    var last: UInt32?
    for chunk in [0, 1, 2, 63, 64, 1000, 1_000_000] {
      for offset in [0, 1, 31, 63] {
        let place = KeyPlace(chunk: chunk, offset: offset)
        #expect(KeyPlace(packed: place.packed) == place)
        if let last { #expect(place.packed > last) }
        last = place.packed
      }
    }
  }

  @Test func anIndexWithoutRoomFindsNothing() {
    #expect(KeyIndex().find(0) { _ in true } == nil)
    #expect(!KeyIndex().hasRoom && !KeyIndex().isSparse)
  }

  /// Tags of few values and of all bits, so that runs collide, overlap and wrap around the end.
  @Test(arguments: [3, 40, 1 << 32] as [UInt64]) func findsWhatIsInUnderRandomEdits(tags: UInt64) {
    var generator = SeededGenerator(seed: tags)
    var index = KeyIndex(capacity: 400)
    var model: [Int: UInt32] = [:]
    for _ in 0..<20_000 {
      let number = Int.random(in: 0..<400, using: &generator)
      if let tag = model[number] {
        index.remove(tag, at: place(number))
        model[number] = nil
      } else {
        let tag = UInt32.max - UInt32(truncatingIfNeeded: UInt64.random(in: 0..<tags, using: &generator))
        index.insert(tag, at: place(number))
        model[number] = tag
      }
      #expect(index.count + index.unlistedCount == model.count)
    }
    let found = model.filter { number, tag in index.find(tag) { $0 == place(number) } == place(number) }
    #expect(found.count == index.count)
    if tags == 1 << 32 { #expect(index.unlistedCount == 0) }
  }

  @Test func moreKeysOfOneTagThanItsReachAreCounted() {
    var index = KeyIndex(capacity: 1000)
    for number in 0..<200 { index.insert(7, at: place(number)) }
    #expect(index.count == KeyIndex.reach && index.unlistedCount == 200 - KeyIndex.reach)
    // One that is out is not found and can be removed; the others stay.
    #expect(index.find(7) { $0 == place(199) } == nil)
    index.remove(7, at: place(199))
    #expect(index.count == KeyIndex.reach && index.unlistedCount == 199 - KeyIndex.reach)
    #expect(index.find(7) { $0 == place(0) } == place(0))
  }
}
