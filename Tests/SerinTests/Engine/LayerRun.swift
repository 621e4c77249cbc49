import Foundation
import TestRandom
import Testing

@testable import Serin

/// A client under test and what it must show.
struct LayerRun {
  let seed: UInt64
  var generator: SeededGenerator
  let transport: ScriptedTransport
  let source: TestSource
  let bench: Bench
  var flags: FeatureFlags
  var model = LayerModel()
  var number = 0
  /// What happened, for the message.
  var history: [String] = []
}

extension LayerRun {
  mutating func doSomething() async throws {
    switch Int.random(in: 0..<20, using: &generator) {
    case 0..<6: try await refresh()
    case 6..<10: read()
    case 10..<13: override()
    case 13: try await letTimePass(frozen: false)
    case 14, 15: try await letTimePass(frozen: true)
    case 16: try await beginSession()
    case 17, 18: try await switchUser()
    default: try await relaunch()
    }
  }

  /// Both say the same of every flag, without a reading that would keep anything.
  func check() {
    let snapshot = flags.snapshot
    for key in LayerModel.keys {
      let seen = snapshot.get(key).map(LayerModel.Value.init)
      #expect(seen == model.expected(key), "seed \(seed), \(key), after \(history.joined(separator: "; "))")
    }
  }

  private mutating func read() {
    let key = LayerModel.keys[Int.random(in: LayerModel.keys.indices, using: &generator)]
    history.append("read \(key)")
    let seen = flags.get(key)
    let isOn = flags.isEnabled(key, default: false)
    #expect(seen.map(LayerModel.Value.init) == model.read(key), "seed \(seed), \(history.joined(separator: "; "))")
    #expect(isOn == (seen?.isEnabled ?? false))
  }

  private mutating func override() {
    let key = LayerModel.keys[Int.random(in: LayerModel.keys.indices, using: &generator)]
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      history.append("remove all overrides")
      flags.overrides.removeAll()
      model.overrides = [:]
    case 1:
      history.append("remove the override of \(key)")
      flags.overrides.set(nil, for: key)
      model.overrides[key] = nil
    default:
      let isEnabled = Bool.random(using: &generator)
      // Some leave the number to the answer below.
      let own: Int? = Bool.random(using: &generator) ? 1_000_000 : nil
      history.append("override \(key)")
      let properties: JSONObject = own.map { ["n": .number(Double($0))] } ?? [:]
      flags.overrides.set(FlagOverride(isEnabled: isEnabled, properties: properties), for: key)
      model.overrides[key] = LayerModel.Value(isEnabled: isEnabled, number: own ?? -1, reason: .override)
    }
    model.lift()
  }

  private mutating func randomFlags() -> [String: LayerModel.Value] {
    number += 1
    var values: [String: LayerModel.Value] = [:]
    for key in LayerModel.keys where Int.random(in: 0..<4, using: &generator) > 0 {
      let isKilled = Int.random(in: 0..<6, using: &generator) == 0
      values[key] = LayerModel.Value(
        isEnabled: !isKilled && Bool.random(using: &generator), number: number,
        reason: isKilled ? .killed : .ruleMatched)
    }
    return values
  }

  private mutating func randomUndecided() -> Set<String>? {
    guard Int.random(in: 0..<3, using: &generator) == 0 else { return nil }
    return Set(LayerModel.keys.filter { _ in Bool.random(using: &generator) })
  }

  private mutating func refresh() async throws {
    // One of the two, since which of two answers comes first would be open.
    let asked = Int.random(in: 0..<8, using: &generator)
    let remote = asked < 4 ? randomFlags() : nil
    let own = asked == 4 || asked == 5 ? randomFlags() : nil
    let undecided = randomUndecided()
    let ownUndecided = randomUndecided()
    let asker = remote != nil ? "remote" : own != nil ? "own" : "in vain"
    history.append("refresh \(asker)\(undecided == nil ? "" : ", partly")")
    if let remote {
      let flags = remote.sorted { $0.key < $1.key }.map { key, value -> JSONValue in
        .flag(
          key, value.isEnabled, rule: value.reason == .killed ? "" : "r_1", reason: value.reason.rawValue,
          properties: ["n": .number(Double(value.number))])
      }
      transport.answer(
        .answer(revision: Double(number), flags, undecided: undecided.map { $0.sorted().map(JSONValue.string) }))
    }
    if let own {
      let answer = FlagAnswer(
        flags: own.map { key, value in
          FeatureFlag(
            key: key, isEnabled: value.isEnabled, ruleId: value.reason == .killed ? "" : "r_1",
            properties: ["n": .number(Double(value.number))])
        }, undecided: ownUndecided ?? [], confirmedAt: bench.clock.now)
      source.answer { _, _ in answer }
    }
    model.expire()
    try await settle()
    _ = try? await flags.refresh()
    try await settle()
    if let remote { model.answer(.remote, remote, undecided: undecided) }
    if let own { model.answer(.own, own, undecided: ownUndecided?.isEmpty == true ? nil : ownUndecided) }
    transport.goOffline()
    source.answer { _, _ in throw TestSource.Unreachable() }
  }

  /// Waits until everything that is due is done, by timers that stood still included.
  private func settle() async throws {
    bench.clock.advance(by: 0)
    try await bench.settleSources(flags)
  }

  private mutating func letTimePass(frozen: Bool) async throws {
    let hours = [1, 5, 11, 25][Int.random(in: 0..<4, using: &generator)]
    history.append("\(hours) hours \(frozen ? "frozen" : "")")
    if !frozen {
      try await settle()
      model.expire()
    }
    model.time += TimeInterval(hours * 3600)
    if frozen {
      try await bench.armed(flags)
      bench.clock.advance(by: TimeInterval(hours * 3600), frozen: true)
    } else {
      try await bench.advance(by: TimeInterval(hours * 3600), flags)
      try await settle()
      model.expire()
    }
  }

  private mutating func beginSession() async throws {
    history.append("a session")
    try await settle()
    model.expire()
    try await bench.pause(for: 3600, flags)
    try await settle()
    model.time += 3600
    model.expire()
    model.lift { key, _ in LayerModel.pinned[key] == .session }
  }

  private mutating func switchUser() async throws {
    let user = ["alice", "bob", "carol"][Int.random(in: 0..<3, using: &generator)]
    history.append("user \(user)")
    flags.setUserID(user)
    if user != model.user {
      model.user = user
      model.load()
    }
    check()
    try await settle()
    // Whether or not the request came to anything, its end looks at what is too old.
    _ = try? await flags.refresh()
    try await settle()
    model.expire()
  }

  private mutating func relaunch() async throws {
    history.append("relaunch")
    flags.close()
    model.load()
    flags = try await LayerModelTests.client(bench, source, user: model.user)
    model.expire()
  }
}

extension LayerModel.Value {
  fileprivate init(_ flag: FeatureFlag) {
    self.init(
      isEnabled: flag.isEnabled, number: Int(flag.number(forProperty: "n", default: 0)), reason: flag.reason)
  }
}
