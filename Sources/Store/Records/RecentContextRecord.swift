/// A context that an evaluation brought lately, as part of the sample of its environment.
public struct RecentContextRecord: Sendable, Hashable {
  /// The environment's number.
  public var environment: Int64
  /// A keyed hash that stands for the context's unit; eight bytes, whose order says which ones stay when there are too many.
  public var unit: [UInt8]
  /// Whether there is a unit; the hash of a context without one stands for the request that brought it.
  public var hasUnit: Bool
  /// The context, as exact JSON text.
  public var context: String
  /// When it was seen, in milliseconds since 1970 UTC.
  public var seenAt: Int64

  /// Creates a record.
  public init(environment: Int64, unit: [UInt8], hasUnit: Bool, context: String, seenAt: Int64) {
    self.environment = environment
    self.unit = unit
    self.hasUnit = hasUnit
    self.context = context
    self.seenAt = seenAt
  }
}

/// What is kept of the contexts that evaluations bring.
public struct RecentContextLimits: Sendable, Hashable {
  /// The numbers of the environments that keep some.
  public var environments: Set<Int64>
  /// Only those that were seen at this instant or later, in milliseconds since 1970 UTC.
  public var since: Int64
  /// How many an environment keeps at most, the smallest hashes first.
  public var count: Int
  /// How many of them may have no unit.
  public var countWithoutUnit: Int

  /// Creates limits.
  public init(environments: Set<Int64>, since: Int64, count: Int, countWithoutUnit: Int) {
    self.environments = environments
    self.since = since
    self.count = count
    self.countWithoutUnit = countWithoutUnit
  }
}
