import Foundation

/// How often something took about how long, in buckets that grow with the duration.
///
/// The base-2 exponential histogram of the OpenTelemetry metrics data model ("Exponential Histogram") at scale 2: bucket
/// `i` counts the seconds in `(2^(i/4), 2^((i+1)/4)]`, so a value is known to 19 %. Shorter than a microsecond is 0;
/// longer than a day counts as a day.
struct LatencyHistogram: Sendable, Hashable {
  private(set) var count = 0
  /// In seconds.
  private(set) var sum = 0.0
  private(set) var minimum = Double.infinity
  private(set) var maximum = 0.0
  /// How many were shorter than a microsecond.
  private(set) var zeros = 0
  /// By bucket.
  private(set) var buckets: [Int: Int] = [:]

  static let scale = 2
  static let shortest: TimeInterval = 0.000_001
  static let longest: TimeInterval = 86_400

  /// The bucket of a duration of a microsecond or more.
  static func bucket(of seconds: TimeInterval) -> Int {
    Int((log2(min(seconds, longest)) * Double(1 << scale)).rounded(.up)) - 1
  }

  /// Counts a duration, which must be finite and not negative.
  mutating func add(_ seconds: TimeInterval) {
    let seconds = min(seconds, Self.longest)
    count += 1
    sum += seconds
    minimum = min(minimum, seconds)
    maximum = max(maximum, seconds)
    if seconds < Self.shortest { zeros += 1 } else { buckets[Self.bucket(of: seconds), default: 0] += 1 }
  }

  /// The histogram as events carry it.
  var json: JSONObject {
    let counts = buckets.sorted { $0.key < $1.key }.map { bucket, count -> JSONValue in
      [.number(Double(bucket)), .number(Double(count))]
    }
    return [
      "count": .number(Double(count)), "sum": .number(sum), "min": .number(count == 0 ? 0 : minimum),
      "max": .number(maximum), "scale": .number(Double(Self.scale)), "zeros": .number(Double(zeros)),
      "buckets": .array(counts),
    ]
  }
}
