import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct ContextSampleTests {
  private static let function = SipHash(key: Array(0..<16))

  private static func hash(_ unit: String) -> ContextHash {
    ContextHash(unit: unit, environment: 1, function: function)
  }

  private static func hash(request: Int) -> ContextHash {
    ContextHash(FlagContext(), body: Array("\(request)".utf8), environment: 1, function: function)
  }

  @Test func ofFiveThousandUnitsTheThousandSmallestHashesStay() {
    var sample = ContextSample()
    let hashes = (0..<5000).map { Self.hash("user-\($0)") }
    for (number, hash) in hashes.enumerated() { _ = sample.add(hash, "\(number)", at: 1) }
    #expect(Set(sample.entries.keys) == Set(hashes.sorted { $0.value < $1.value }.prefix(1000)))
    #expect(sample.limit(hasUnit: true) == sample.entries.keys.map(\.value).max())
  }

  @Test func ofAUnitTheNewestContextStaysWhicheverComesFirst() {
    var sample = ContextSample()
    _ = sample.add(Self.hash("a"), "old", at: 10)
    _ = sample.add(Self.hash("a"), "new", at: 30)
    _ = sample.add(Self.hash("a"), "middle", at: 20)
    #expect(sample.entries.values.map(\.unwritten) == ["new"])
  }

  @Test func contextsWithoutAUnitTakeAtMostAHundredPlaces() {
    var sample = ContextSample()
    for number in 0..<3000 { _ = sample.add(Self.hash(request: number), "", at: 1) }
    #expect(sample.entries.count == 100)
    for number in 0..<3000 { _ = sample.add(Self.hash("user-\(number)"), "", at: 1) }
    #expect(sample.entries.count == 1000)
    #expect(sample.entries.keys.count { $0.hasUnit } == 900)
  }

  @Test func withUnitsThereIsStillRoomForSomeWithout() {
    var sample = ContextSample()
    for number in 0..<3000 { _ = sample.add(Self.hash("user-\(number)"), "", at: 1) }
    #expect(sample.entries.keys.count { $0.hasUnit } == 1000)
    for number in 0..<40 { _ = sample.add(Self.hash(request: number), "", at: 1) }
    #expect(sample.entries.keys.count { $0.hasUnit } == 960)
    #expect(sample.entries.count == 1000)
  }

  @Test func roomComesBackWhenContextsGrowOld() {
    var sample = ContextSample()
    for number in 0..<1500 { _ = sample.add(Self.hash("user-\(number)"), "", at: Int64(number)) }
    #expect(sample.limit(hasUnit: true) < .max)
    sample.expire(before: 1400)
    #expect(sample.entries.values.allSatisfy { $0.seenAt >= 1400 })
    #expect(sample.limit(hasUnit: true) == .max)
  }

  @Test func whatWasTakenForWritingIsNotTakenAgain() {
    var sample = ContextSample()
    _ = sample.add(Self.hash("a"), "1", at: 1)
    #expect(sample.takeUnwritten().map(\.context) == ["1"])
    #expect(sample.takeUnwritten().isEmpty)
    _ = sample.add(Self.hash("a"), "2", at: 2)
    #expect(sample.takeUnwritten().map(\.context) == ["2"])
  }

  @Test func aHashComesBackFromItsBytesAndSortsAsThey() throws {
    let hashes = (0..<50).map { Self.hash("user-\($0)") }
    for hash in hashes { #expect(ContextHash(bytes: hash.bytes, hasUnit: true) == hash) }
    let byBytes = hashes.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    #expect(byBytes == hashes.sorted { $0.value < $1.value })
    #expect(ContextHash(bytes: [1, 2], hasUnit: true) == nil)
  }

  @Test func anEnvironmentTellsNothingOfAnother() {
    let elsewhere = ContextHash(unit: "a", environment: 2, function: Self.function)
    #expect(elsewhere != Self.hash("a"))
  }

  @Test func theGateKeepsOutWhatTheSampleWouldNotTake() {
    let gate = SampleGate()
    let now: Int64 = 1_800_000_000_000
    let small = ContextHash(bytes: [0, 0, 0, 0, 0, 0, 0, 5], hasUnit: true)
    let large = ContextHash(bytes: [0, 0, 0, 0, 0, 0, 0, 9], hasUnit: true)
    guard let small, let large else { return }
    #expect(gate.letsThrough(large, environment: 3, at: now))
    gate.set(5, hasUnit: true, environment: 3)
    #expect(gate.letsThrough(small, environment: 3, at: now))
    #expect(!gate.letsThrough(large, environment: 3, at: now))
    #expect(gate.letsThrough(large, environment: 4, at: now))
    // There is no room for a limit of such a number.
    gate.set(5, hasUnit: true, environment: 1_000_000)
    #expect(gate.letsThrough(large, environment: 1_000_000, at: now))
  }

  @Test func theGateLetsAUnitThroughOnceAMinute() {
    let gate = SampleGate()
    let hash = Self.hash("a")
    let now: Int64 = 1_800_000_000_000
    #expect(gate.letsThrough(hash, environment: 1, at: now))
    gate.note(hash, at: now)
    #expect(!gate.letsThrough(hash, environment: 1, at: now + 1000))
    #expect(gate.letsThrough(hash, environment: 1, at: now + 60_000))
    gate.forgetRecent()
    #expect(gate.letsThrough(hash, environment: 1, at: now + 1000))
  }
}
