import SerinFlags
import Store

/// What is known of the use of one flag.
struct FlagUsageDetails: Sendable {
  let flag: FlagRecord
  let environments: [EnvironmentRecord]
  /// From when on counts are given, in milliseconds since 1970 UTC.
  let since: Int64
  /// From when on usage is remembered, in milliseconds since 1970 UTC.
  let recordedSince: Int64
  let uses: FlagUses
  /// What was counted for the flag.
  let days: [FlagUsageDay]
  /// How often clients were told that the answer they have for every flag holds.
  let unchanged: [FlagUsageDay]

  var json: JSONValue {
    let uses = uses.uses(of: flag)
    return .object([
      "flag": .string(flag.key), "since": .string(Instants.text(since)),
      "recordedSince": .string(Instants.text(recordedSince)), "lastEvaluatedAt": Self.last(uses),
      "environments": .array(
        environments.map { environment in json(environment, uses.filter { $0.environment == environment.number }) }),
    ])
  }

  private func json(_ environment: EnvironmentRecord, _ uses: [FlagUse]) -> JSONValue {
    let days = days.filter { $0.environment == environment.number }
    let unchanged = unchanged.filter { $0.environment == environment.number }.map(\.evaluated).reduce(0, +)
    return .object([
      "environment": .string(environment.key), "lastEvaluatedAt": Self.last(uses),
      "versions": .array(uses.map(\.json)), "unchanged": .number(Double(unchanged)),
      "answers": .array(answers(days)), "days": .array(series(days)),
    ])
  }

  /// How often each answer was given to each version of the app.
  private func answers(_ days: [FlagUsageDay]) -> [JSONValue] {
    let groups = Dictionary(grouping: days) { day in
      [day.ruleID, day.variation, day.appVersion].map { ExactString($0) }
    }
    return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { names, days in
      .object([
        "ruleId": .string(names[0].string), "variation": .string(names[1].string),
        "appVersion": .string(names[2].string), "evaluated": Self.sum(days, \.evaluated),
        "exposed": Self.sum(days, \.exposed),
      ])
    }
  }

  /// How often the flag was used on each day on which it was.
  private func series(_ days: [FlagUsageDay]) -> [JSONValue] {
    Dictionary(grouping: days, by: \.day).sorted { $0.key < $1.key }.map { day, days in
      .object([
        "day": .string(Instants.day(day)), "evaluated": Self.sum(days, \.evaluated),
        "exposed": Self.sum(days, \.exposed),
      ])
    }
  }

  private static func sum(_ days: [FlagUsageDay], _ count: KeyPath<FlagUsageDay, Int64>) -> JSONValue {
    .number(Double(days.map { $0[keyPath: count] }.reduce(0, +)))
  }

  private static func last(_ uses: [FlagUse]) -> JSONValue {
    uses.map(\.lastAt).max().map { .string(Instants.text($0)) } ?? .null
  }
}

extension FlagUse {
  /// A version of the app with its first and its last use.
  var json: JSONValue {
    .object([
      "appVersion": .string(appVersion), "firstEvaluatedAt": .string(Instants.text(firstAt)),
      "lastEvaluatedAt": .string(Instants.text(lastAt)),
    ])
  }
}
