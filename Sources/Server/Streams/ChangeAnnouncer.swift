import HTTP
import SerinFlags
import SerinLock
import Store

/// Tells the clients that have a stream open what may have changed for them.
///
/// What is told is decided on the keeper, right after the change is in memory, and costs one buffer for each environment,
/// whatever the number of clients. Safe to use from any thread.
final class ChangeAnnouncer: Sendable {
  /// A change that waits to be told.
  private struct Pending: Sendable {
    var pace = AnnouncementPace()
    /// The flags whose answers may have changed since the last announcement; nil when it may be any.
    var flags: Set<ExactString>? = []
  }

  private let keeper: RulesetKeeper
  private let streams: EventStreams
  private let bytesPerSecond: Int
  private let uptime: @Sendable () -> Int64
  private let signal: WakeSignal
  private let pending = Lock<[String: Pending]>([:])
  private let parts = Lock<[OFREPPart]>([])

  /// The clients of OFREP that are told at an instant.
  private struct OFREPPart: Sendable {
    let channel: StreamChannel
    let dueAt: Int64
    let flags: Set<ExactString>?
  }

  /// Creates an announcer that is told of changes from now on.
  ///
  /// - Parameters:
  ///   - bytesPerSecond: How many bytes of answers the server may send in a second.
  ///   - uptime: Milliseconds of a clock that only goes forward.
  ///   - signal: Wakes whoever calls ``tellDue()``.
  init(
    keeper: RulesetKeeper, streams: EventStreams, bytesPerSecond: Int, uptime: @escaping @Sendable () -> Int64,
    signal: WakeSignal
  ) {
    self.keeper = keeper
    self.streams = streams
    self.bytesPerSecond = bytesPerSecond
    self.uptime = uptime
    self.signal = signal
  }

  /// Takes a change that is in memory.
  func take(_ change: RulesetChange) {
    for id in change.changedTokens { streams.close(tag: EventTag(id)) }
    guard let ruleset = change.after else {
      if let id = change.before?.environment.id { close(environment: id) }
      return
    }
    guard change.changesAnswers else { return }
    let isUrgent = change.isKill
    // To which keys flags are hidden is seldom asked, and finding out what a change reaches goes through all flags.
    let flags = ruleset.tokens.values.contains { $0.principal.flags != nil } ? change.affectedFlags : nil
    let now = uptime()
    let told = pending.withLock { pending -> Set<ExactString>?? in
      var state = pending[ruleset.environment.id] ?? Pending()
      state.flags = Self.union(state.flags, flags)
      defer { pending[ruleset.environment.id] = state }
      guard state.pace.admit(isUrgent: isUrgent, at: now) else { return nil }
      defer { state.flags = [] }
      return .some(state.flags)
    }
    if let told { tell(ruleset, of: told, isUrgent: isUrgent) } else { signal.ring() }
  }

  /// Tells what is due.
  /// - Returns: When the next is due, by ``uptime``; nil when nothing waits.
  func tellDue() -> Int64? {
    let now = uptime()
    let due = pending.withLock { pending -> [(String, Set<ExactString>?)] in
      var due: [(String, Set<ExactString>?)] = []
      for (id, state) in pending where state.pace.dueAt != nil {
        var state = state
        guard state.pace.isDue(at: now) else { continue }
        due.append((id, state.flags))
        state.flags = []
        pending[id] = state
      }
      return due
    }
    for (id, flags) in due {
      if let ruleset = keeper.state.rulesets[id] { tell(ruleset, of: flags, isUrgent: false) }
    }
    let ready = parts.withLock { parts -> [OFREPPart] in
      defer { parts.removeAll { $0.dueAt <= now } }
      return parts.filter { $0.dueAt <= now }
    }
    for part in ready { send(ChangeAnnouncement.refetch, to: part.channel, of: part.flags) }
    let waiting = pending.withLock { $0.values.compactMap(\.pace.dueAt).min() }
    return [waiting, parts.withLock { $0.map(\.dueAt).min() }].compactMap(\.self).min()
  }

  /// What a client is told that asks for nothing yet: where the ruleset is now, spread over all who may come back together.
  func current(_ ruleset: ServedRuleset) -> ChangeAnnouncement {
    announcement(ruleset, isUrgent: false)
  }

  private func announcement(_ ruleset: ServedRuleset, isUrgent: Bool) -> ChangeAnnouncement {
    let id = ruleset.environment.id
    let ofrep = (0..<StreamChannel.ofrepParts).reduce(0) { count, part in
      count + streams.count(of: EventChannel(StreamChannel(environmentID: id, audience: .ofrep(part: part))))
    }
    let own = streams.count(of: EventChannel(StreamChannel(environmentID: id, audience: .serin)))
    return ChangeAnnouncement(ruleset, isUrgent: isUrgent, streams: own + ofrep, bytesPerSecond: bytesPerSecond)
  }

  private func tell(_ ruleset: ServedRuleset, of flags: Set<ExactString>?, isUrgent: Bool) {
    let id = ruleset.environment.id
    let announcement = announcement(ruleset, isUrgent: isUrgent)
    send(announcement.event, to: StreamChannel(environmentID: id, audience: .serin), of: flags)
    let now = uptime()
    parts.withLock { parts in
      for part in 0..<StreamChannel.ofrepParts {
        let channel = StreamChannel(environmentID: id, audience: .ofrep(part: part))
        let dueAt = now + announcement.spread * Int64(part) / Int64(StreamChannel.ofrepParts)
        // Who is still to be told is told of both at once, and not later than before.
        if let index = parts.firstIndex(where: { $0.channel == channel }) {
          let waiting = parts[index]
          parts[index] = OFREPPart(
            channel: channel, dueAt: min(waiting.dueAt, dueAt), flags: Self.union(waiting.flags, flags))
        } else if streams.count(of: EventChannel(channel)) > 0 {
          parts.append(OFREPPart(channel: channel, dueAt: dueAt, flags: flags))
        }
      }
    }
    signal.ring()
  }

  /// Sends an event to those who see any of some flags.
  private func send(_ event: [UInt8], to channel: StreamChannel, of flags: Set<ExactString>?) {
    guard let flags else { return streams.broadcast(event, to: EventChannel(channel)) }
    let tokens = keeper.state.rulesets[channel.environmentID]?.tokens ?? [:]
    streams.broadcast(event, to: EventChannel(channel)) { tag in
      guard let id = tag.value as? String, let filter = tokens[id]?.principal.flags else { return true }
      return flags.contains { filter.lets($0.string) }
    }
  }

  private func close(environment id: String) {
    streams.close(channel: EventChannel(StreamChannel(environmentID: id, audience: .serin)))
    for part in 0..<StreamChannel.ofrepParts {
      streams.close(channel: EventChannel(StreamChannel(environmentID: id, audience: .ofrep(part: part))))
    }
    pending.withLock { $0[id] = nil }
  }

  private static func union(_ one: Set<ExactString>?, _ other: Set<ExactString>?) -> Set<ExactString>? {
    guard let one, let other else { return nil }
    return one.union(other)
  }
}
