import Foundation
import Testing

@testable import Serin

@Suite struct ImpressionMarksTests {
  private func sighting(_ number: Int) -> Sighting {
    Sighting(
      id: nil, at: Date(timeIntervalSince1970: 0),
      exposure: Exposure(
        flagKey: "f\(number)", ruleID: "default", variation: "on", isEnabled: true, epoch: 1, revision: 1,
        isOverridden: false), units: EventUnits(userID: "alice", deviceID: nil), session: "s")
  }

  /// Users' request 33: however many flags an app sees, the memory of them is bounded, and the oldest makes room.
  @Test func theOldestOfMoreThanFiveThousandIsForgotten() {
    let ids = EventIDGenerator()
    var marks = ImpressionMarks()
    for number in 0...ImpressionMarks.maximumMarks {
      marks.insert(sighting(number), ids.next(at: Date(timeIntervalSince1970: 0)))
    }
    #expect(ImpressionMarks.maximumMarks == 5000)
    #expect(marks.id(for: sighting(0)) == nil)
    #expect(marks.id(for: sighting(1)) != nil)
    #expect(marks.id(for: sighting(ImpressionMarks.maximumMarks)) != nil)
  }
}
