import Foundation
import Testing

@testable import Serin

@Suite struct ExposureHistoryTests {
  private func sighting(_ key: String, _ isOn: Bool = true, at second: Double = 0, user: String = "alice") -> Sighting {
    Sighting(
      id: nil, at: Date(timeIntervalSince1970: second),
      exposure: Exposure(
        flagKey: key, ruleID: "default", variation: isOn ? "on" : "off", isEnabled: isOn, epoch: 1, revision: 1,
        isOverridden: false), units: EventUnits(userID: user, deviceID: nil), session: "s")
  }

  @Test func onlyChangesAreNoted() {
    var history = ExposureHistory()
    let sightings = [
      sighting("a", at: 1), sighting("a", at: 2), sighting("a", false, at: 3), sighting("a", at: 4),
      sighting("a", at: 5, user: "bob"),
    ]
    let news = sightings.map { sighting in
      let wouldNote = history.wouldNote(sighting)
      let isNews = history.note(sighting)
      #expect(isNews == wouldNote)
      return isNews
    }
    #expect(news == [true, false, true, true, true])
    #expect(history.exposed.first?.transitions.map(\.at.timeIntervalSince1970) == [1, 3, 4, 5])
  }

  @Test func keysAreTheirBytes() {
    let history = ExposureHistory([sighting("\u{e9}"), sighting("e\u{301}")])
    #expect(history.exposed.count == 2)
  }

  @Test func theNumberOfFlagsAndOfTransitionsIsBounded() {
    var history = ExposureHistory()
    for index in 0..<(ExposureHistory.maximumFlags + 10) { _ = history.note(sighting("f\(index)")) }
    #expect(history.exposed.count == ExposureHistory.maximumFlags)
    #expect(history.exposed.first?.key == "f10")
    for index in 0..<100 { _ = history.note(sighting("f20", index % 2 == 1, at: Double(index))) }
    let transitions = history.exposed.first { $0.key == "f20" }?.transitions ?? []
    #expect(transitions.count == ExposedFlag.maximumTransitions)
    #expect(transitions.last?.at.timeIntervalSince1970 == 99)
  }

  @Test func aSightingReadsBack() throws {
    let id = EventIDGenerator().next(at: Date())
    let sighting = Sighting(
      id: id, at: Date(timeIntervalSince1970: 1_800_000_000.123),
      exposure: Exposure(
        flagKey: "k\"\u{1}é", ruleID: "", variation: "v", isEnabled: false, epoch: 3, revision: 1 << 53,
        isOverridden: true), units: EventUnits(userID: "u", deviceID: "d"), session: "s")
    let json = try JSONValue(parsing: JSONValue.object(sighting.json).serialized())
    #expect(Sighting(payload: json) == sighting)
  }
}
