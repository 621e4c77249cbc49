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
    /// Who is concerned by what has changed since the last announcement.
    var audience = StreamAudience()
  }

  private let keeper: RulesetKeeper
  private let streams: EventStreams
  private let bytesPerSecond: Int
  private let uptime: @Sendable () -> Int64
  private let signal: WakeSignal
  private let pending = Lock<[String: Pending]>([:])
  private let parts = Lock<[StreamChannel: OFREPPart]>([:])

  /// Clients of OFREP that are told at an instant.
  private struct OFREPPart: Sendable {
    var dueAt: Int64
    var audience: StreamAudience
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
    let now = uptime()
    let isUrgent = change.isKill
    // Whoever sees every flag is told of a kill before anything else is found out.
    if isUrgent {
      send(announcement(ruleset, isUrgent: true).event, in: ruleset, to: StreamAudience(unlimitedOf: ruleset))
    }
    let audience = StreamAudience(of: change, in: ruleset, streams: streams)
    let told = pending.withLock { pending -> StreamAudience? in
      var state = pending[ruleset.environment.id] ?? Pending()
      state.audience.formUnion(audience)
      let isTold = state.pace.admit(isUrgent: isUrgent, at: now)
      let audience = state.audience
      if isTold { state.audience = StreamAudience() }
      pending[ruleset.environment.id] = state
      return isTold ? audience : nil
    }
    guard let told else { return signal.ring() }
    tell(ruleset, to: isUrgent ? told.limitedOnly : told, parts: told, isUrgent: isUrgent)
  }

  /// Tells what is due.
  /// - Returns: When the next is due, by ``uptime``; nil when nothing waits.
  func tellDue() -> Int64? {
    let now = uptime()
    let due = pending.withLock { pending -> [(String, StreamAudience)] in
      var due: [(String, StreamAudience)] = []
      for id in pending.keys {
        guard pending[id]?.pace.isDue(at: now) == true, let audience = pending[id]?.audience else { continue }
        due.append((id, audience))
        pending[id]?.audience = StreamAudience()
      }
      return due
    }
    for (id, audience) in due {
      if let ruleset = keeper.state.rulesets[id] { tell(ruleset, to: audience, parts: audience, isUrgent: false) }
    }
    let ready = parts.withLock { parts -> [StreamChannel: OFREPPart] in
      let ready = parts.filter { $0.value.dueAt <= now }
      for channel in ready.keys { parts[channel] = nil }
      return ready
    }
    for (channel, part) in ready {
      streams.broadcast(ChangeAnnouncement.refetch, to: EventChannel(channel), where: part.audience.predicate)
    }
    let waiting = pending.withLock { $0.values.compactMap(\.pace.dueAt).min() }
    return [waiting, parts.withLock { $0.values.map(\.dueAt).min() }].compactMap(\.self).min()
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

  /// - Parameters:
  ///   - audience: Who of Serin's own clients is told.
  ///   - parts: Who of the clients of OFREP.
  private func tell(_ ruleset: ServedRuleset, to audience: StreamAudience, parts told: StreamAudience, isUrgent: Bool) {
    let id = ruleset.environment.id
    let announcement = announcement(ruleset, isUrgent: isUrgent)
    send(announcement.event, in: ruleset, to: audience)
    let now = uptime()
    parts.withLock { parts in
      for part in 0..<StreamChannel.ofrepParts {
        let channel = StreamChannel(environmentID: id, audience: .ofrep(part: part))
        let dueAt = now + announcement.spread * Int64(part) / Int64(StreamChannel.ofrepParts)
        if var waiting = parts[channel] {
          // Who is still to be told is told of both at once, and not later than before.
          waiting.dueAt = min(waiting.dueAt, dueAt)
          waiting.audience.formUnion(told)
          parts[channel] = waiting
        } else if streams.count(of: EventChannel(channel)) > 0 {
          parts[channel] = OFREPPart(dueAt: dueAt, audience: told)
        }
      }
    }
    signal.ring()
  }

  private func send(_ event: [UInt8], in ruleset: ServedRuleset, to audience: StreamAudience) {
    let channel = StreamChannel(environmentID: ruleset.environment.id, audience: .serin)
    streams.broadcast(event, to: EventChannel(channel), where: audience.predicate)
  }

  private func close(environment id: String) {
    streams.close(channel: EventChannel(StreamChannel(environmentID: id, audience: .serin)))
    for part in 0..<StreamChannel.ofrepParts {
      streams.close(channel: EventChannel(StreamChannel(environmentID: id, audience: .ofrep(part: part))))
    }
    pending.withLock { $0[id] = nil }
    parts.withLock { parts in parts = parts.filter { $0.key.environmentID != id } }
  }
}
