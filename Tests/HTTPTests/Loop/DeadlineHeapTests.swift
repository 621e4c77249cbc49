import Testing

@testable import HTTP

@Suite struct DeadlineHeapTests {
  @Test func theEarliestDeadlineIsFirst() {
    var heap = DeadlineHeap()
    #expect(heap.first == nil)
    for (place, time) in [(3, 30), (1, 10), (2, 20)] as [(Int, UInt64)] { heap.set(place, to: time) }
    #expect(heap.first?.place == 1)
    heap.set(1, to: 40)
    #expect(heap.first?.place == 2)
    heap.set(3, to: 5)
    #expect(heap.first?.place == 3)
    heap.remove(3)
    heap.remove(3)
    heap.remove(99)
    #expect(heap.first?.place == 2)
    #expect(heap.count == 2)
  }

  @Test func itAgreesWithADictionaryWhateverIsDone() {
    var generator = SplitMix64(seed: 5)
    var heap = DeadlineHeap()
    var model: [Int: UInt64] = [:]
    for step in 0..<20_000 {
      let place = Int.random(in: 0..<60, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        heap.remove(place)
        model[place] = nil
      case 1:
        if let first = heap.first {
          heap.remove(first.place)
          model[first.place] = nil
        }
      default:
        let time = UInt64.random(in: 0..<1000, using: &generator)
        heap.set(place, to: time)
        model[place] = time
      }
      #expect(heap.count == model.count)
      #expect(heap.first?.time == model.values.min(), "step \(step)")
      if let first = heap.first { #expect(model[first.place] == first.time, "step \(step)") }
    }
  }
}
