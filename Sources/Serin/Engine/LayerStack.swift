import Foundation

/// What all sources say, in their order: everything that the flags in effect are made of.
///
/// A value that never changes, so that a reader may look at it while the engine makes the next one.
struct LayerStack: Sendable {
  /// What one source says.
  enum Layer: Sendable {
    case overrides([ExactString: FlagOverride])
    case answer(AnswerLayer)
  }

  /// The first that has a flag decides it.
  var layers: [Layer] = []
  /// Flags that only an override may decide, because the app crashed with them.
  var suspects: Set<ExactString> = []
  /// The flags that are declared as kill switches.
  var killSwitches: Set<ExactString> = []

  /// The flag of a key at an uptime.
  func flag(_ key: ExactString, at uptime: TimeInterval) -> FeatureFlag? {
    flag(key, in: layers[...], at: uptime)
  }

  private func flag(_ key: ExactString, in layers: ArraySlice<Layer>, at uptime: TimeInterval) -> FeatureFlag? {
    for index in layers.indices {
      switch layers[index] {
      case .overrides(let overrides):
        guard let override = overrides[key] else { continue }
        return override.flag(key.string, over: flag(key, in: layers[(index + 1)...], at: uptime))
      case .answer(let layer):
        guard !suspects.contains(key), let flag = layer.flag(key, at: uptime, killSwitches) else { continue }
        return flag
      }
    }
    return nil
  }

  /// The flag of a key at an uptime as the source of that origin has it, whether or not that source decides it.
  func flag(_ key: ExactString, from origin: FlagOrigin, at uptime: TimeInterval) -> FeatureFlag? {
    for case .answer(let layer) in layers where layer.held?.origin.isSameSource(as: origin) == true {
      return layer.flag(key, at: uptime, killSwitches)
    }
    return nil
  }

  /// All flags at an uptime.
  func table(at uptime: TimeInterval) -> FlagTable {
    if let table = onlyTable(at: uptime) { return table }
    var flags: [ExactString: FeatureFlag] = [:]
    for layer in layers.reversed() {
      switch layer {
      case .overrides(let overrides):
        for (key, override) in overrides { flags[key] = override.flag(key.string, over: flags[key]) }
      case .answer(let layer):
        for flag in layer.flags(at: uptime, killSwitches) where !suspects.contains(ExactString(flag.key)) {
          flags[ExactString(flag.key)] = flag
        }
      }
    }
    return flags.isEmpty ? .empty : FlagTable(flags.values.sorted { $0.key.precedesInBytes($1.key) })
  }

  /// The table of the one answer that there is, as it is: most apps never have anything else.
  private func onlyTable(at uptime: TimeInterval) -> FlagTable? {
    guard suspects.isEmpty else { return nil }
    var only: AnswerLayer?
    for layer in layers {
      switch layer {
      case .overrides(let overrides): if !overrides.isEmpty { return nil }
      case .answer(let layer):
        if layer.isEmpty { continue }
        guard only == nil else { return nil }
        only = layer
      }
    }
    guard let only else { return .empty }
    guard let held = only.held, only.latched.isEmpty, uptime < held.expiresAt else { return nil }
    return held.table
  }

  /// The first uptime at which a part of an answer is too old.
  var expiresAt: TimeInterval {
    layers.reduce(.infinity) { earliest, layer in
      guard case .answer(let layer) = layer, let held = layer.held else { return earliest }
      return min(earliest, held.expiresAt)
    }
  }

  /// Why there is no flag of that key at an uptime.
  func absence(of key: ExactString, at uptime: TimeInterval) -> FlagReason {
    if suspects.contains(key) { return .crashLoop }
    var reason: FlagReason?
    var isWaiting = false
    for case .answer(let layer) in layers {
      guard let held = layer.held, uptime < held.stamp.expiresAt else {
        isWaiting = true
        continue
      }
      if held.undecided?.contains(key.string) == true { return .undecided }
      reason = held.malformed.contains { $0.hasSameBytes(as: key.string) } ? .malformed : reason ?? .unknownFlag
    }
    if reason == .malformed { return .malformed }
    return isWaiting ? .notReady : reason ?? .notReady
  }
}

extension FlagOrigin {
  /// Whether both are the same source; the server is one, in this run and in an earlier one.
  fileprivate func isSameSource(as other: FlagOrigin) -> Bool {
    self == other || ([self, other].allSatisfy { $0 == .remote || $0 == .stored })
  }
}
