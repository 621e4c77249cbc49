import Foundation
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct UsageCountersTests {
  private static let hour: Int64 = 3_600_000
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)

  /// A layout with three flags of two answers each.
  private static func scope() throws -> UsageScope {
    let layout = UsageLayout(environment: 3)
    for key in ["a", "b", "c"] { _ = layout.reserve("f_\(key)", for: try flag(key)) }
    return UsageScope(layout)
  }

  private static func flag(_ key: String, percent: Double = 50) throws -> CompiledFlag {
    let rule = #"{"id":"r_00000001","rollout":{"percent":\#(percent),"salt":"s"},"serve":"on"}"#
    let json = #"{"kind":"release","owner":"a","rules":[\#(rule)]}"#
    return CompiledFlag(FlagEntry(reading: try JSONValue(parsing: Array(json.utf8), options: .control), key: key))
  }

  private static func context(_ version: String?) -> FlagContext {
    FlagContext(attributes: version.map { ["appVersion": .string($0)] } ?? [:])
  }

  /// What was counted, as rows.
  private static func rows(_ counters: UsageCounters) -> [FlagUsage] {
    var unwritten = UnwrittenUsage(capacity: 100_000)
    unwritten.add(counters.take())
    return unwritten.pending.waiting
  }

  @Test func aCountSaysWhichAnswerWasGivenToWhichVersion() throws {
    let counters = UsageCounters()
    let scope = try Self.scope()
    let outcomes = try Self.flag("b").outcomes
    for cell in 0..<scope.cellCount where cell != 1 {
      for _ in 0...cell { counters.count(cell, in: scope, for: Self.context("5.2"), at: Self.now) }
    }
    counters.count(0, in: scope, for: Self.context(nil), at: Self.now)
    counters.countUnchanged(in: scope, for: Self.context("5.1"), at: Self.now)
    let rows = Self.rows(counters)
    #expect(rows.allSatisfy { $0.environment == 3 && $0.hour == 500_000 && $0.lastAt == 1_800_000_000_000 })
    let width = outcomes.count
    for (index, outcome) in outcomes.enumerated() {
      let row = rows.first { row in
        row.flagID == "f_b" && row.ruleID == outcome.ruleId && row.variation == outcome.variation
      }
      // Answers that look alike are counted together.
      let alike = outcomes.indices.filter {
        outcomes[$0].ruleId == outcome.ruleId && outcomes[$0].variation == outcome.variation
      }
      #expect(row?.evaluated == alike.map { Int64(width + $0 + 1) }.reduce(0, +), "\(index)")
      #expect(row?.appVersion == "5.2")
    }
    #expect(rows.filter { $0.flagID == "f_a" && $0.appVersion == "" }.map(\.evaluated) == [1])
    let unchanged = rows.filter { $0.flagID == FlagUsage.everyFlag }
    #expect(unchanged.map(\.appVersion) == ["5.1"])
    #expect(unchanged.map(\.evaluated) == [1])
    #expect(Self.rows(counters).isEmpty)
  }

  // Eight threads count while a ninth takes what there is: what they counted and what was taken must be the same.
  @Test func nothingIsLostOrCountedTwiceUnderThreads() async throws {
    let counters = UsageCounters()
    let scope = try Self.scope()
    let cells = (0..<Int32(scope.cellCount)).map { $0 }
    let taken = await withTaskGroup(of: [FlagUsage].self) { group in
      for worker in 0..<8 {
        group.addTask {
          for round in 0..<2_000 {
            let version = Self.context("\((worker + round) % 5)")
            if round % 2 == 0 {
              counters.count(cells, in: scope, for: version, at: Self.now)
            } else {
              counters.count(round % cells.count, in: scope, for: version, at: Self.now)
            }
            if round % 500 == 0 { await Task.yield() }
          }
          return []
        }
      }
      group.addTask {
        var rows: [FlagUsage] = []
        for _ in 0..<50 {
          rows += Self.rows(counters)
          await Task.yield()
        }
        return rows
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    let rows = taken + Self.rows(counters)
    #expect(rows.map(\.evaluated).reduce(0, +) == Int64(8 * (1_000 * cells.count + 1_000)))
    for version in 0..<5 {
      let ofVersion = rows.filter { $0.appVersion == "\(version)" }.map(\.evaluated).reduce(0, +)
      #expect(ofVersion == Int64(8 * (200 * cells.count + 200)), "\(version)")
    }
  }

  @Test func whatIsCountedBelongsToTheHourInWhichItHappened() throws {
    let counters = UsageCounters()
    let scope = try Self.scope()
    let context = Self.context("5.2")
    for offset in [0, Self.hour - 1, Self.hour, 3 * Self.hour] {
      counters.count(0, in: scope, for: context, at: Timestamp(milliseconds: 1_800_000_000_000 + offset))
    }
    let rows = Self.rows(counters).sorted { $0.hour < $1.hour }
    #expect(rows.map(\.hour) == [500_000, 500_001, 500_003])
    #expect(rows.map(\.evaluated) == [2, 1, 1])
    #expect(rows[0].lastAt == 1_800_000_000_000 + Self.hour - 1)
  }

  @Test func versionsBeyondFiftyAndTextsThatAreNoneCountTogether() throws {
    let counters = UsageCounters()
    let scope = try Self.scope()
    let strange = [String(repeating: "9", count: 65), String(repeating: "x", count: 60_000), "5\n2"]
    for version in (0..<80).map({ "5.\($0)" }) + strange {
      counters.count(0, in: scope, for: Self.context(version), at: Self.now)
      counters.count(0, in: scope, for: Self.context(nil), at: Self.now)
    }
    let rows = Self.rows(counters)
    let known = Set(rows.map(\.appVersion)).subtracting([AppVersionText.none, AppVersionText.other])
    #expect(known == Set((0..<FlagUsage.maximumVersions).map { "5.\($0)" }))
    #expect(rows.filter { $0.appVersion == AppVersionText.other }.map(\.evaluated) == [33])
    #expect(rows.filter { $0.appVersion == AppVersionText.none }.map(\.evaluated) == [83])
  }

  /// Regression: each thread told fifty versions of its own apart.
  @Test func fiftyVersionsAnHourAreToldApartByAllThreadsTogether() throws {
    let scope = try Self.scope()
    // Two shards, as two threads have them.
    var shards = [UsageShard(capacity: 1_000_000), UsageShard(capacity: 1_000_000)]
    for hour in 0..<Int64(2) {
      for number in 0..<80 {
        for thread in shards.indices {
          let version = "\(thread).\(hour).\(number)"
          shards[thread].count(0, in: scope, version: version, at: Self.now.microseconds / 1000 + hour * Self.hour)
        }
      }
      let rows = shards.indices.flatMap { shards[$0].take().blocks.flatMap(\.rows) }.filter { !$0.isEmpty }
      let known = Set(rows.map(\.version)).subtracting([AppVersionText.other])
      #expect(known.count == FlagUsage.maximumVersions, "\(hour)")
      #expect(rows.flatMap(\.counts).reduce(0, +) == 160)
    }
  }

  @Test func whatFindsNoRoomIsLeftOutAndCountedAsSuch() throws {
    let scope = try Self.scope()
    // Each shard has room for two versions.
    let counters = UsageCounters(capacity: 32 * 2 * scope.cellCount)
    let cells = (0..<Int32(scope.cellCount)).map { $0 }
    for version in ["1", "2", "3"] {
      for _ in 0..<2 { counters.count(cells, in: scope, for: Self.context(version), at: Self.now) }
      counters.count(0, in: scope, for: Self.context(version), at: Self.now)
    }
    let counts = counters.take()
    #expect(counts.leftOut == Int64(2 * cells.count + 1))
    let rows = counts.blocks.flatMap(\.rows)
    #expect(Set(rows.filter { !$0.counts.isEmpty }.map(\.version)) == ["1", "2"])
    #expect(rows.filter(\.hasLeftOut).map(\.version) == ["3"])
    // There is room again once it was taken.
    counters.count(cells, in: scope, for: Self.context("3"), at: Self.now)
    #expect(counters.take().leftOut == 0)
  }

  @Test func cellsThatALayoutGetsLaterFindRoomInRowsThatAreThere() throws {
    let layout = UsageLayout(environment: 1)
    let first = layout.reserve("f_a", for: try Self.flag("a"))
    let counters = UsageCounters()
    counters.count(first, in: UsageScope(layout), for: Self.context("5"), at: Self.now)
    let second = layout.reserve("f_b", for: try Self.flag("b"))
    counters.count(second, in: UsageScope(layout), for: Self.context("5"), at: Self.now)
    #expect(Set(Self.rows(counters).map(\.flagID)) == ["f_a", "f_b"])
  }
}
