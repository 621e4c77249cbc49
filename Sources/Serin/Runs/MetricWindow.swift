import Foundation

/// What was recorded in a stretch of time in which neither the session, nor the units, nor the exposures changed.
struct MetricWindow: Sendable {
  /// When the first value came.
  private(set) var startedAt: Date?
  private var sums: [ExactString: (count: Int, sum: Double)] = [:]
  private var errors: [ExactString: Int] = [:]
  private var latencies: [ExactString: LatencyHistogram] = [:]
  /// How many values were not kept, by their names or because they were no numbers.
  private var refused = 0

  var isEmpty: Bool { startedAt == nil }

  /// One value.
  enum Value: Sendable {
    case error
    case amount(Double)
    case seconds(TimeInterval)
  }

  mutating func add(_ value: Value, _ name: ExactString, at date: Date) {
    if startedAt == nil { startedAt = date }
    switch value {
    case .error:
      errors[name, default: 0] += 1
    case .amount(let amount):
      let (count, sum) = sums[name] ?? (0, 0)
      // Beyond the range of a number there is no sum that could be told.
      if (sum + amount).isFinite { sums[name] = (count + 1, sum + amount) } else { refused += 1 }
    case .seconds(let seconds):
      latencies[name, default: LatencyHistogram()].add(seconds)
    }
  }

  mutating func refuse(at date: Date) {
    if startedAt == nil { startedAt = date }
    refused += 1
  }

  /// The values as an event carries them, sorted by their names.
  var json: JSONObject {
    var object = JSONObject()
    let errors = errors.sorted { $0.key < $1.key }.map { name, count -> JSONValue in
      ["name": .string(name.string), "count": .number(Double(count))]
    }
    let sums = sums.sorted { $0.key < $1.key }.map { name, total -> JSONValue in
      ["name": .string(name.string), "count": .number(Double(total.count)), "sum": .number(total.sum)]
    }
    let latencies = latencies.sorted { $0.key < $1.key }.map { name, histogram -> JSONValue in
      var member = histogram.json
      member["name"] = .string(name.string)
      return .object(member)
    }
    if !errors.isEmpty { object["errors"] = .array(errors) }
    if !sums.isEmpty { object["sums"] = .array(sums) }
    if !latencies.isEmpty { object["latencies"] = .array(latencies) }
    if refused > 0 { object["refused"] = .number(Double(refused)) }
    return object
  }
}
