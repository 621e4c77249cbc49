import SerinFlags
import Testing

@testable import Server

@Suite struct PlannedInstantTests {
  static let wallTimes = [
    // Nine o'clock stays nine o'clock over the change to daylight saving.
    ("2026-03-06T09:00", "America/New_York", "2026-03-06T14:00:00.000Z"),
    ("2026-03-09T09:00", "America/New_York", "2026-03-09T13:00:00.000Z"),
    // A gap: half past two does not exist, so it is half past three.
    ("2026-03-08T02:30", "America/New_York", "2026-03-08T07:30:00.000Z"),
    ("2026-03-08T01:59:59", "America/New_York", "2026-03-08T06:59:59.000Z"),
    ("2026-03-08T03:00", "America/New_York", "2026-03-08T07:00:00.000Z"),
    // An hour that comes twice: the first of the two.
    ("2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00.000Z"),
    ("2026-11-01T02:00", "America/New_York", "2026-11-01T07:00:00.000Z"),
    ("2026-07-01T00:30", "Asia/Tokyo", "2026-06-30T15:30:00.000Z"),
    ("2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z"),
    ("2026-01-01T00:00", "UTC", "2026-01-01T00:00:00.000Z"),
  ]

  @Test(arguments: wallTimes)
  func aWallTimeIsTheInstantAtWhichTheClocksOfItsZoneShowIt(wallTime: String, zone: String, instant: String) throws {
    let planned = try PlannedInstant(wallTime: wallTime, zone: zone)
    #expect(Instants.text(planned.milliseconds) == instant)
    #expect(planned.wallTime == wallTime)
    #expect(planned.zone == zone)
  }

  static let wrong: [(JSONObject, String)] = [
    ([:], "at"), (["at": "tomorrow"], "at"), (["at": "2027-01-15"], "at"), (["wallTime": "2027-02-01T09:00"], "at"),
    (["at": "2027-02-01T09:00:00Z", "zone": "UTC"], "at"), (["wallTime": "9:00", "zone": "UTC"], "wallTime"),
    (["wallTime": "2027-02-30T09:00", "zone": "UTC"], "wallTime"),
    (["wallTime": "2027-02-01T09:00", "zone": "Mars/Olympus"], "zone"),
    (["wallTime": "2027-02-01T09:00", "zone": "EST5"], "zone"), (["at": 5], "at"),
    // Now is 2027-01-15T08:00:00Z.
    (["at": "2027-01-15T08:00:00Z"], "at"), (["at": "2037-02-01T00:00:00Z"], "at"),
    (["wallTime": "2027-01-15T08:59", "zone": "Europe/Berlin"], "wallTime"),
  ]

  @Test(arguments: wrong) func whatIsNoInstantToComeIsRefusedByName(body: JSONObject, field: String) {
    let error = #expect(throws: Problem.self) {
      try PlannedInstant(ControlBody(body, members: ["at", "wallTime", "zone"]), now: 1_800_000_000_000)
    }
    #expect(error?.errors.map(\.path) == [field])
  }

  @Test func anInstantOfAnyOffsetIsTaken() throws {
    let body = try ControlBody(["at": "2027-01-15T18:00:00+09:00"], members: ["at"])
    #expect(try PlannedInstant(body, now: 1_800_000_000_000).milliseconds == 1_800_003_600_000)
  }
}
