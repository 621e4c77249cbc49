public import Foundation
public import Serin

/// What the debug menu says of the flags as a whole.
public struct FlagDebugHeader: Sendable, Hashable {
  /// Where the flags in effect come from, and how old they are.
  public let state: FlagsState
  /// The time by the client's clock when the header was made.
  public let now: Date
  /// How the previous run of the app ended; nil when that is not known.
  public let previousExit: PreviousExit?

  /// Where the flags in effect come from.
  public var origin: String { state.origin.text }

  /// How long ago the answer was given or confirmed, in seconds; nil without an answer.
  public var age: TimeInterval? { state.confirmedAt.map { max(0, now.timeIntervalSince($0)) } }

  /// In how many seconds the answer stops being used; nil when never.
  public var remaining: TimeInterval? { state.expiresAt.map { max(0, $0.timeIntervalSince(now)) } }

  /// The error of the latest request; nil when that one succeeded.
  public var error: String? { state.lastError.map { "\($0.message) (code \($0.code))" } }

  /// Names and values for a list, in order; what is not known is left out.
  public var lines: [Line] {
    var lines = [Line(name: "Origin", value: origin)]
    if state.isPartial { lines.append(Line(name: "Answer", value: "partial")) }
    if let revision = state.revision { lines.append(Line(name: "Revision", value: "\(revision)")) }
    if let age { lines.append(Line(name: "Confirmed", value: "\(Self.text(age)) ago")) }
    if let remaining { lines.append(Line(name: "Expires", value: "in \(Self.text(remaining))")) }
    lines.append(Line(name: "Announcements", value: state.isStreaming ? "by a stream" : "none"))
    if let error { lines.append(Line(name: "Last error", value: error)) }
    if let previousExit { lines.append(Line(name: "Previous exit", value: Self.text(previousExit))) }
    return lines
  }

  /// A name and its value.
  public struct Line: Identifiable, Sendable, Hashable {
    /// What the value is.
    public let name: String
    /// The value, for people.
    public let value: String

    /// The same as ``name``.
    public var id: String { name }
  }

  /// A run's end, for example `crashed after 1 h 5 min, 2 flags seen`.
  static func text(_ exit: PreviousExit) -> String {
    let kind = exit.kind == .inBackground ? "in background" : exit.kind.rawValue
    let count = exit.exposed.count
    return "\(kind) after \(text(exit.duration)), \(count) \(count == 1 ? "flag" : "flags") seen"
  }

  /// A time in its two largest units, for example `2 h 5 min`.
  static func text(_ seconds: TimeInterval) -> String {
    let whole = Int(min(seconds, 1e9))
    let (hours, minutes) = (whole / 3600, whole / 60 % 60)
    if hours > 0 { return "\(hours) h \(minutes) min" }
    return minutes > 0 ? "\(minutes) min \(whole % 60) s" : "\(whole) s"
  }
}

extension FlagDebugHeader {
  /// What there is to say of a client now.
  init(of flags: FeatureFlags) {
    self.init(state: flags.state, now: flags.now, previousExit: flags.monitor.previousExit)
  }
}
