import SerinFlags
import Testing

/// `before` and `after`.
@Suite struct InstantOperatorTests {
  private func truth(_ name: String, _ wanted: JSONValue, _ value: JSONValue) throws -> Truth {
    try ConditionProbe.truth(["attribute": "a", "op": .string(name), "value": wanted], value)
  }

  /// EV-32: fractions, offsets and seconds since 1970, each compared with 2026-01-02T03:04:05Z.
  static let instants: [(JSONValue, before: Truth, after: Truth)] = [
    ("2026-01-02T03:04:05Z", .no, .no), ("2026-01-02T03:04:05.678Z", .no, .yes),
    ("2026-01-02T03:04:05+02:00", .yes, .no), ("2026-01-02T05:04:05+02:00", .no, .no),
    ("2026-01-02T03:04:04.999999Z", .yes, .no), ("2026-01-02T03:04:05.000000Z", .no, .no),
    ("2026-01-02T03:04:05.0000001Z", .no, .no), ("2026-01-02T03:04:05-00:01", .no, .yes),
    ("2026-01-01T23:04:05-04:00", .no, .no), ("2026-01-02t03:04:05z", .no, .no), ("2026-01-02 03:04:06Z", .no, .yes),
    (1_767_323_045, .no, .no), (1_767_323_044.5, .yes, .no), (1_767_323_045.000001, .no, .yes), (0, .yes, .no),
    (-1, .yes, .no), ("2026-01-02", .unknown, .unknown), ("2026-01-02T03:04:05", .unknown, .unknown),
    ("2026-01-02T03:04Z", .unknown, .unknown), ("1767323045", .unknown, .unknown), (1e300, .unknown, .unknown),
    ("2026-02-30T03:04:05Z", .unknown, .unknown), ("2026-01-02T24:00:00Z", .unknown, .unknown),
    (true, .unknown, .unknown), ("", .unknown, .unknown), (" 2026-01-02T03:04:05Z", .unknown, .unknown),
  ]

  @Test(arguments: instants)
  func comparesInstantsHoweverTheyAreWritten(value: JSONValue, before: Truth, after: Truth) throws {
    for wanted in ["2026-01-02T03:04:05Z", "2026-01-02T04:04:05.000+01:00", 1_767_323_045] as [JSONValue] {
      #expect(try truth("before", wanted, value) == before)
      #expect(try truth("after", wanted, value) == after)
    }
  }

  @Test func anInstantThatIsNoneIsRefused() {
    for wanted in ["2026-01-02", "now", true, 1e300, .null] as [JSONValue] {
      let condition: JSONValue = ["attribute": "a", "op": "before", "value": wanted]
      for mode in [DocumentMode.write, .read] {
        #expect(throws: DocumentError.self) {
          try FlagDefinition(json: Samples.gate(condition), key: "f", mode: mode)
        }
      }
    }
  }
}
