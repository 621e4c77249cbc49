import SerinFlags
import TestRandom
import Testing

@Suite struct TimestampTests {
  /// EV-32, with the microseconds that Python's `datetime` gives.
  static let instants: [(String, Int64)] = [
    ("1970-01-01T00:00:00Z", 0), ("2026-01-02T03:04:05Z", 1_767_323_045_000_000),
    ("2026-01-02T03:04:05.678Z", 1_767_323_045_678_000), ("2026-01-02T03:04:05+02:00", 1_767_315_845_000_000),
    ("2026-01-02T03:04:05.1Z", 1_767_323_045_100_000), ("1969-12-31T23:59:59.999999Z", -1),
    ("2024-02-29T00:00:00Z", 1_709_164_800_000_000), ("2000-02-29T12:00:00-12:30", 951_870_600_000_000),
    ("0000-01-01T00:00:00Z", -62_167_219_200_000_000), ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999),
    ("2016-12-31T23:59:60Z", 1_483_228_800_000_000), ("2027-01-15T09:00:00.123456789Z", 1_800_003_600_123_456),
  ]

  @Test(arguments: instants) func readsRFC3339(text: String, microseconds: Int64) {
    #expect(Timestamp(parsing: text)?.microseconds == microseconds)
  }

  @Test(arguments: [
    "", "2026-01-02", "2026-01-02T03:04:05", "2026-01-02T03:04:05.Z", "2026-01-02T03:04:05,5Z", "2026-1-2T03:04:05Z",
    "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z", "2025-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2026-01-02T24:00:00Z", "2026-01-02T03:60:05Z", "2026-01-02T03:04:61Z",
    "2026-01-02T03:04:05+24:00", "2026-01-02T03:04:05+0200", "2026-01-02T03:04:05+02", "2026-01-02T03:04:05 Z",
    "2026-01-02T03:04:05ZZ", "+2026-01-02T03:04:05Z", "02026-01-02T03:04:05Z", "２026-01-02T03:04:05Z",
    "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2026-01-02T03:04:05Z\u{0}",
  ])
  func refusesWhatIsNoInstant(text: String) {
    #expect(Timestamp(parsing: text) == nil)
  }

  @Test func writesWhatItReads() {
    var generator = SeededGenerator(seed: 81)
    for _ in 0..<5000 {
      let bounds = Timestamp.earliest.microseconds...Timestamp.latest.microseconds
      let instant = Timestamp(microseconds: Int64.random(in: bounds, using: &generator))
      #expect(Timestamp(parsing: "\(instant)") == instant)
      let whole = Timestamp(microseconds: instant.microseconds / 1_000_000 * 1_000_000)
      #expect(!"\(whole)".contains("."))
      #expect(Timestamp(parsing: "\(whole)") == whole)
    }
  }

  @Test func secondsAreTakenToTheNearestMicrosecond() {
    #expect(Timestamp(secondsSince1970: 0.0000005)?.microseconds == 1)
    #expect(Timestamp(secondsSince1970: -0.0000015)?.microseconds == -2)
    #expect(Timestamp(secondsSince1970: 1_800_003_600.25)?.microseconds == 1_800_003_600_250_000)
    for seconds in [1e300, -1e300, .infinity, -.infinity, .nan, 253_402_300_801, -62_167_219_201] {
      #expect(Timestamp(secondsSince1970: seconds) == nil)
    }
    #expect(Timestamp(milliseconds: .max) <= .latest && Timestamp(milliseconds: .min) >= .earliest)
    #expect(Timestamp(milliseconds: -5).microseconds == -5000)
  }
}
