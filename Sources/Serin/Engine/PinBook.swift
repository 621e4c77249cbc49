import Foundation

/// Which flags were read, and what those that keep their first value had then.
struct PinBook: Sendable {
  /// The first value that was read of a flag.
  struct Pin: Sendable {
    /// nil when the reading gave the default in code.
    let flag: FeatureFlag?
    /// Why the flag had that value, or none.
    let reason: FlagReason
    let stability: FlagStability
  }

  /// What ends pins, beside a kill and an override, which always do.
  enum Lifting: Sendable {
    case none
    /// A session has begun.
    case session
    /// A part of an answer is too old.
    case expiry
    /// The user is another one.
    case identity
  }

  private(set) var pins: [ExactString: Pin] = [:]
  /// The flags whose reading was reported in this session, as they were.
  private var reported: [ExactString: FeatureFlag] = [:]
  /// Is told of the first reading of a flag whose readings count as impressions.
  var onFirstRead: (@Sendable (FeatureFlag) -> Void)?

  /// An app that reads any number of made-up keys has no more than this many pinned.
  static let maximumPins = 10_000

  init(onFirstRead: (@Sendable (FeatureFlag) -> Void)? = nil) {
    self.onFirstRead = onFirstRead
  }

  /// Keeps what was just read.
  ///
  /// - Returns: Whether it is kept.
  mutating func add(_ pin: Pin, for key: ExactString) -> Bool {
    // What was set by hand is nobody's first value.
    guard pins.count < Self.maximumPins, pin.flag?.origin != .override else { return false }
    pins[key] = pin
    return true
  }

  /// Whether a reading is to be reported: the first in a session, and the first of another value.
  mutating func isNews(_ flag: FeatureFlag) -> Bool {
    guard flag.origin != .override else { return false }
    let earlier = reported.updateValue(flag, forKey: ExactString(flag.key))
    guard let earlier else { return true }
    return !earlier.hasSameEffect(as: flag) || earlier.ruleId != flag.ruleId
  }

  /// A reading that was to be reported could not be, so the next one is.
  mutating func forget(_ flag: FeatureFlag) {
    let key = ExactString(flag.key)
    if let last = reported[key], last.hasSameEffect(as: flag), last.ruleId == flag.ruleId { reported[key] = nil }
  }

  /// Ends the pins that have to.
  ///
  /// - Parameters:
  ///   - live: The flags as they are without any pin.
  ///   - stack: What they are made of.
  ///   - uptime: The present uptime.
  mutating func lift(_ lifting: Lifting, live: FlagTable, _ stack: LayerStack, at uptime: TimeInterval) {
    switch lifting {
    case .none, .expiry: break
    case .session: reported = [:]
    case .identity: self = PinBook(onFirstRead: onFirstRead)
    }
    guard !pins.isEmpty else { return }
    pins = pins.filter { key, pin in
      let flag = live.flag(key.string)
      switch lifting {
      case .session where pin.stability == .session: return false
      case .expiry where pin.isOver(key, live: flag, stack, at: uptime): return false
      default: return !pin.isBroken(by: flag)
      }
    }
  }

  /// The flags as readers see them.
  func applied(to table: FlagTable) -> [FeatureFlag] {
    guard !pins.isEmpty else { return table.flags }
    return table.flags.filter { pins[ExactString($0.key)] == nil } + pins.values.compactMap(\.flag)
  }
}

extension PinBook.Pin {
  /// Whether the flag's present value takes effect at once, whatever was read before.
  func isBroken(by live: FeatureFlag?) -> Bool {
    live?.origin == .override || (live?.reason == .killed && flag?.reason != .killed)
  }

  /// Whether the source that the value came from has no answer for the flag that may still be used.
  ///
  /// - Parameter live: The flag without the pin.
  func isOver(_ key: ExactString, live: FeatureFlag?, _ stack: LayerStack, at uptime: TimeInterval) -> Bool {
    if isBroken(by: live) || live?.reason == .expiredOff { return true }
    guard let flag else { return false }
    let current = stack.flag(key, from: flag.origin, at: uptime)
    return current == nil || current?.reason == .expiredOff
  }
}
