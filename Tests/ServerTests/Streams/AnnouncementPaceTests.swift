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
    let isTold = pace.admit(isUrgent: false, at: 1250)
    #expect(isTold)
  }

  @Test func aKillWaitsForNobodyAndTakesAlongWhatWaits() {
    var pace = AnnouncementPace()
    var told: [Bool] = []
    for (isUrgent, now) in [(false, 0), (false, 10), (true, 20)] as [(Bool, Int64)] {
      told.append(pace.admit(isUrgent: isUrgent, at: now))
    }
    #expect(told == [true, false, true])
    #expect(pace.dueAt == nil)
    for (isUrgent, now) in [(true, 21), (false, 30)] as [(Bool, Int64)] {
      told.append(pace.admit(isUrgent: isUrgent, at: now))
    }
    #expect(told.suffix(2) == [true, false])
    #expect(pace.dueAt == 271)
  }
}
