import Testing

@testable import Server

@Suite struct AnnouncementPaceTests {
  // Field report SV-02: ten changes in a second are not ten requests of every client.
  @Test func aBurstIsToldAtOnceAndThenFourTimesASecondTheLastOneAlways() {
    var pace = AnnouncementPace()
    var told: [Int64] = []
    for now in stride(from: Int64(0), to: 2000, by: 10) {
      if now < 1000, pace.admit(isUrgent: false, at: now) { told.append(now) }
      if pace.isDue(at: now) { told.append(now) }
    }
    #expect(told == [0, 250, 500, 750, 1000])
    #expect(pace.dueAt == nil)
    #expect(pace.admit(isUrgent: false, at: 1250))
  }

  @Test func aKillWaitsForNobodyAndTakesAlongWhatWaits() {
    var pace = AnnouncementPace()
    #expect(pace.admit(isUrgent: false, at: 0))
    #expect(!pace.admit(isUrgent: false, at: 10))
    #expect(pace.admit(isUrgent: true, at: 20))
    #expect(pace.dueAt == nil)
    #expect(pace.admit(isUrgent: true, at: 21))
    #expect(!pace.admit(isUrgent: false, at: 30))
    #expect(pace.dueAt == 271)
  }
}
