import Foundation
import SerinLock
import Testing

@testable import Serin

@Suite struct EventIDTests {
  private let time = Date(timeIntervalSince1970: 1_800_000_000.123)

  @Test func anIDIsAUUIDOfVersion7WithItsTimeInFront() throws {
    let id = EventIDGenerator(random: { .max }).next(at: time)
    #expect(id.text == "01a3185c-507b-7fff-bfff-ffffffffffff")
    #expect(id.high >> 16 == 1_800_000_000_123)
    #expect(UUID(uuidString: id.text) != nil)
    #expect(EventIDGenerator(random: { 0 }).next(at: time).text == "01a3185c-507b-7000-8000-000000000000")
  }

  @Test(arguments: [0, 1, UInt64.max, 0x1234_5678_9ABC_DEF0])
  func idsGrowWhileTheClockStandsStillOrGoesBack(random: UInt64) {
    let generator = EventIDGenerator(random: { random })
    var latest = generator.next(at: time)
    for step in 0..<10_000 {
      let next = generator.next(at: time.addingTimeInterval(step % 3 == 0 ? -3600 : 0))
      #expect(latest < next)
      #expect(next.high >> 12 & 0xF == 7 && next.low >> 62 == 2)
      latest = next
    }
  }

  @Test func manyThreadsGetDifferentIDs() async {
    let generator = EventIDGenerator()
    let ids = await withTaskGroup(of: [EventID].self) { group in
      for _ in 0..<8 { group.addTask { (0..<500).map { _ in generator.next(at: time) } } }
      var all: [EventID] = []
      for await ids in group { all += ids }
      return all
    }
    #expect(Set(ids).count == 4000)
  }

  @Test func aTimeThatIsNoneIsBoundedAndTrapsNothing() {
    let generator = EventIDGenerator()
    for seconds in [-1e300, -1, 0, 1e12, 1e300, .infinity, -.infinity, .nan] {
      _ = generator.next(at: Date(timeIntervalSince1970: seconds))
    }
  }

  @Test func theTextReadsBackAndNothingElseDoes() {
    let id = EventIDGenerator().next(at: time)
    #expect(EventID(id.text) == id)
    #expect(EventID(id.text.uppercased()) == id)
    for text in ["", "x", String(id.text.dropLast()), id.text + "0", id.text.replacingOccurrences(of: "-", with: "0")] {
      #expect(EventID(text) == nil)
    }
  }
}
