import Store

/// What was counted and is not known to be in the store, by environment and flag.
struct PendingUsage: Sendable {
  private struct Name: Hashable {
    let environment: Int64
    let flagID: String
  }

  /// What waits to be written.
  let waiting: [FlagUsage]
  /// What is being written just now: the store may have it already.
  let underway: [FlagUsage]
  private var numbers: [Name: [Int]] = [:]

  init(waiting: [FlagUsage] = [], underway: [FlagUsage] = []) {
    self.waiting = waiting
    self.underway = underway
    for (number, usage) in all.enumerated() {
      numbers[Name(environment: usage.environment, flagID: usage.flagID), default: []].append(number)
    }
  }

  private var all: [FlagUsage] { waiting + underway }

  /// What there is of one flag in one environment, or of ``FlagUsage/everyFlag``.
  ///
  /// - Parameter includesUnderway: Whether what is being written just now is given too.
  func rows(of flagID: String, in environment: Int64, includesUnderway: Bool = true) -> [FlagUsage] {
    (numbers[Name(environment: environment, flagID: flagID)] ?? []).compactMap { number in
      if number < waiting.count { return waiting[number] }
      return includesUnderway ? underway[number - waiting.count] : nil
    }
  }

  /// The versions of apps that asked for anything in one environment since an instant, with the last time.
  ///
  /// - Parameter instant: Milliseconds since 1970 UTC.
  func versions(in environment: Int64, since instant: Int64) -> [AppVersionUse] {
    all.filter { $0.environment == environment && $0.lastAt >= instant }.map {
      AppVersionUse(environment: environment, appVersion: $0.appVersion, lastAt: $0.lastAt)
    }
  }
}
