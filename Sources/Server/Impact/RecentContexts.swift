import SerinFlags
import SerinLock
import Store

/// Takes a sample of the contexts that evaluations bring, in memory until it is written down.
///
/// What it costs an evaluation: hashing the unit (about 30 ns) and two loads from memory (``SampleGate``). A lock is taken
/// only for a context that is part of the sample and was not taken down within the last minute: at most a thousand times a
/// minute in an environment once its sample is full, while most requests of a busy one end at the hash.
final class RecentContexts: Sendable {
  private let function: SipHash
  private let gate = SampleGate()
  /// By the environments' numbers.
  private let samples = Lock<[Int64: ContextSample]>([:])

  /// Creates an empty sample.
  /// - Parameter key: The secret under which units are hashed; the same on every node.
  init(key: [UInt8]) {
    // A key of its own, so that these hashes and the validators of answers tell nothing of each other.
    function = SipHash(key: Array(SHA256.hash(Array("serin recent contexts".utf8) + key).prefix(16)))
  }

  /// Looks at the context of an evaluation and takes it down if it is part of the sample.
  ///
  /// - Parameters:
  ///   - body: The body that the context came in.
  ///   - ruleset: The ruleset that was evaluated.
  func note(_ context: FlagContext, body: [UInt8], in ruleset: ServedRuleset, at now: Timestamp) {
    guard ruleset.environment.keepsContexts, body.count <= ContextSample.maximumBytes else { return }
    let environment = ruleset.environment.number
    let hash = ContextHash(context, body: body, environment: environment, function: function)
    let instant = now.microseconds / 1000
    guard gate.letsThrough(hash, environment: environment, at: instant) else { return }
    take(context, hash, environment, at: instant)
  }

  @inline(never)
  private func take(_ context: FlagContext, _ hash: ContextHash, _ environment: Int64, at instant: Int64) {
    gate.note(hash, at: instant)
    let text = context.json.serialized()
    guard text.count <= ContextSample.maximumBytes else { return }
    samples.withLock { samples in
      guard samples[environment, default: ContextSample()].add(hash, String(decoding: text, as: UTF8.self), at: instant)
      else { return }
      setLimits(samples[environment], environment)
    }
  }

  /// To be called under the lock, so that limits are set in the order of the changes that they follow.
  private func setLimits(_ sample: ContextSample?, _ environment: Int64) {
    for hasUnit in [true, false] {
      gate.set(sample?.limit(hasUnit: hasUnit) ?? .max, hasUnit: hasUnit, environment: environment)
    }
  }

  /// The hash that a user's contexts have in an environment.
  func hash(ofUser userID: String, in environment: EnvironmentRecord) -> ContextHash {
    ContextHash(unit: userID, environment: environment.number, function: function)
  }

  /// What is not written down yet of one environment.
  func unwritten(in environment: EnvironmentRecord) -> [RecentContextRecord] {
    var sample = samples.withLock { $0[environment.number] }
    return Self.records(&sample, environment.number)
  }

  /// What is to be written down, each context once.
  ///
  /// - Parameters:
  ///   - environments: The numbers of the environments that keep contexts; those of others are forgotten.
  ///   - instant: What was seen before is forgotten too.
  func takeUnwritten(keeping environments: Set<Int64>, since instant: Int64) -> [RecentContextRecord] {
    samples.withLock { samples in
      var taken: [RecentContextRecord] = []
      for number in Array(samples.keys) {
        if environments.contains(number) { samples[number]?.expire(before: instant) } else { samples[number] = nil }
        setLimits(samples[number], number)
        taken += Self.records(&samples[number], number)
      }
      return taken
    }
  }

  /// Takes back what could not be written down.
  func putBack(_ records: [RecentContextRecord]) {
    samples.withLock { samples in
      for record in records {
        guard let hash = ContextHash(bytes: record.unit, hasUnit: record.hasUnit) else { continue }
        _ = samples[record.environment, default: ContextSample()].add(hash, record.context, at: record.seenAt)
      }
    }
  }

  /// Forgets the contexts of an environment.
  /// - Parameter hash: Only this one; nil for all of them.
  func forget(_ hash: ContextHash?, in environment: EnvironmentRecord) {
    samples.withLock { samples in
      if let hash { samples[environment.number]?.remove(hash) } else { samples[environment.number] = nil }
      setLimits(samples[environment.number], environment.number)
    }
    gate.forgetRecent()
  }

  private static func records(_ sample: inout ContextSample?, _ environment: Int64) -> [RecentContextRecord] {
    (sample?.takeUnwritten() ?? []).map {
      RecentContextRecord(
        environment: environment, unit: $0.hash.bytes, hasUnit: $0.hash.hasUnit, context: $0.context, seenAt: $0.seenAt)
    }
  }
}
