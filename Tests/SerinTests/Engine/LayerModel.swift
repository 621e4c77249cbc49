import Foundation
import Serin

/// What the flags must be, computed anew and in the plainest way from what has happened.
struct LayerModel {
  /// A flag's value; the number tells which answer gave it.
  struct Value: Hashable {
    var isEnabled: Bool
    var number: Int
    var reason: FlagReason = .ruleMatched
  }

  /// A value of a source, with the time that it was given at.
  struct Entry: Hashable {
    var value: Value
    var givenAt: TimeInterval
    var isLatched = false
  }

  enum Source: Hashable, CaseIterable {
    case remote
    case own
  }

  struct Pin: Hashable {
    var value: Value?
    var source: Source?
  }

  static let keys = ["launch", "session", "live", "kill", "other"]
  static let pinned: [String: FlagStability] = ["launch": .launch, "session": .session]
  static let killSwitches: Set<String> = ["kill"]
  static let day: TimeInterval = 24 * 3600

  var time: TimeInterval = 0
  var entries: [Source: [String: Entry]] = [.remote: [:], .own: [:]]
  /// When each source's last answer was given, while that may be used.
  var givenAt: [Source: TimeInterval] = [:]
  /// The last whole answer of each user, with its time.
  var stored: [String: (entries: [String: Entry], givenAt: TimeInterval)] = [:]
  var overrides: [String: Value] = [:]
  var pins: [String: Pin] = [:]
  var user = "alice"

  /// A source's value of a flag at the present time.
  private func value(_ key: String, of source: Source) -> Value? {
    guard let entry = entries[source]?[key] else { return nil }
    if !entry.isLatched, time < entry.givenAt + Self.day { return entry.value }
    guard entry.isLatched || (Self.killSwitches.contains(key) && !entry.value.isEnabled) else { return nil }
    return Value(isEnabled: false, number: entry.value.number, reason: .expiredOff)
  }

  private func below(_ key: String) -> (value: Value?, source: Source?) {
    for source in Source.allCases {
      if let value = value(key, of: source) { return (value, source) }
    }
    return (nil, nil)
  }

  /// The flag without what was read before.
  private func live(_ key: String) -> (value: Value?, source: Source?) {
    let below = below(key)
    guard var override = overrides[key] else { return below }
    if override.number < 0 { override.number = below.value?.number ?? 0 }
    return (override, nil)
  }

  private func isBroken(_ key: String, _ pin: Pin) -> Bool {
    overrides[key] != nil || (live(key).value?.reason == .killed && pin.value?.reason != .killed)
  }

  private func isOver(_ key: String, _ pin: Pin) -> Bool {
    if isBroken(key, pin) || live(key).value?.reason == .expiredOff { return true }
    guard pin.value != nil, let source = pin.source else { return false }
    let left = value(key, of: source)
    return left == nil || left?.reason == .expiredOff
  }

  /// Whether something has ended that nobody has noticed.
  private var hasEnded: Bool {
    givenAt.values.contains { time >= $0 + Self.day }
      || entries.values.contains { $0.values.contains { !$0.isLatched && time >= $0.givenAt + Self.day } }
  }

  /// What readers see.
  func expected(_ key: String) -> Value? {
    if let pin = pins[key], !hasEnded || !isOver(key, pin) { return pin.value }
    return live(key).value
  }

  /// Somebody reads the flag.
  mutating func read(_ key: String) -> Value? {
    let seen = expected(key)
    let isKept = pins[key].map { !hasEnded || !isOver(key, $0) } ?? false
    if Self.pinned[key] != nil, overrides[key] == nil, !isKept {
      pins[key] = Pin(value: seen, source: live(key).source)
    }
    return seen
  }

  mutating func lift(where isLifted: (String, Pin) -> Bool = { _, _ in false }) {
    pins = pins.filter { !isBroken($0.key, $0.value) && !isLifted($0.key, $0.value) }
  }

  /// What is too old is dropped.
  mutating func expire() {
    guard hasEnded else { return }
    for source in Source.allCases {
      for (key, entry) in entries[source] ?? [:] where !entry.isLatched && time >= entry.givenAt + Self.day {
        let isKept = Self.killSwitches.contains(key) && !entry.value.isEnabled
        entries[source]?[key] = isKept ? Entry(value: entry.value, givenAt: entry.givenAt, isLatched: true) : nil
      }
    }
    givenAt = givenAt.filter { time < $0.value + Self.day }
    let snapshot = self
    lift { snapshot.isOver($0, $1) }
  }

  /// A source answers.
  mutating func answer(_ source: Source, _ flags: [String: Value], undecided: Set<String>?) {
    var new = flags.mapValues { Entry(value: $0, givenAt: time) }
    for key in undecided ?? [] where new[key] == nil { new[key] = entries[source]?[key] }
    entries[source] = new
    givenAt[source] = time
    if source == .remote, undecided == nil { stored[user] = (new, time) }
    lift()
  }

  /// Another user, or the same in another run.
  mutating func load() {
    pins = [:]
    entries = [.remote: [:], .own: [:]]
    givenAt = [:]
    guard let kept = stored[user] else { return }
    entries[.remote] = kept.entries
    guard time >= kept.givenAt + Self.day else {
      givenAt[.remote] = kept.givenAt
      return
    }
    entries[.remote] = kept.entries.filter { Self.killSwitches.contains($0.key) && !$0.value.value.isEnabled }
      .mapValues { Entry(value: $0.value, givenAt: $0.givenAt, isLatched: true) }
  }
}
