public import Foundation

/// What the app tells of its own work, so that a flag that does harm is found; and how its previous run ended.
///
/// Errors, durations and counts are added up in memory, with the flags that people were exposed to meanwhile, and handed
/// over every minute and when the app leaves the foreground. Everything may be called from any thread and returns at once.
/// A name is 1 to 100 bytes of your own words: give kinds of things, never ids or texts that people typed. Of more than
/// 200 different names in a run, and of values that are not finite numbers, nothing is kept.
public struct FlagMonitor: Sendable {
  let runs: RunRecorder

  /// How the previous run of the app ended.
  ///
  /// nil when there was none, when it is not kept (memory, an app extension, a second client on the same folder), and
  /// before a device is unlocked for the first time. It becomes `.crashed` with ``recordCrashOfPreviousRun(id:signature:)``.
  public var previousExit: PreviousExit? { runs.previousExit }

  /// Counts an error.
  ///
  /// - Parameters:
  ///   - error: The error; nothing of it is kept but its type, and of an `NSError` its domain and code.
  ///   - name: The name to count it under instead.
  public func recordError(_ error: any Error, name: String? = nil) {
    runs.metrics.addError(name ?? Self.name(of: error), at: now)
  }

  /// Adds a duration to the distribution of that name.
  ///
  /// - Parameters:
  ///   - name: What took the time.
  ///   - seconds: How long it took, zero or more.
  public func recordLatency(_ name: String, seconds: TimeInterval) {
    runs.metrics.addLatency(name, seconds: seconds, at: now)
  }

  /// Adds to the sum of that name.
  ///
  /// - Parameters:
  ///   - name: What is counted.
  ///   - value: How much; may be negative.
  public func increment(_ name: String, by value: Double = 1) {
    runs.metrics.add(name, value, at: now)
  }

  /// Measures how long something takes, whether or not it succeeds; an error that it throws is counted under the same
  /// name, cancellation aside.
  ///
  /// - Parameters:
  ///   - name: What is measured.
  ///   - body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func measure<R, E: Error>(_ name: String, _ body: () async throws(E) -> R) async throws(E) -> R {
    let start = runs.configuration.clock.uptime
    defer { recordLatency(name, seconds: max(0, runs.configuration.clock.uptime - start)) }
    do throws(E) {
      return try await body()
    } catch {
      if !(error is CancellationError) { recordError(error, name: name) }
      throw error
    }
  }

  /// Says that the previous run crashed: call it once the host's crash reporter (Crashlytics, Sentry, MetricKit, or a
  /// launcher that saw the process end by a signal) has found a report of it.
  ///
  /// The crash is reported with the flags that people were exposed to in that run. Calling it again, also in a later start
  /// before that report could be sent, reports nothing twice. May write one small file.
  ///
  /// - Parameters:
  ///   - id: The crash reporter's id of the report; its first 64 bytes are kept.
  ///   - signature: What tells this crash from others, for example the top frame; its first 64 bytes are kept.
  public func recordCrashOfPreviousRun(id: String, signature: String? = nil) {
    runs.recordCrash(PastRun.Crash(id: id.cut, signature: signature?.cut))
  }

  private var now: Date { runs.configuration.clock.now }

  /// The type's name; of an `NSError`, whose type says nothing, the domain and code.
  static func name(of error: any Error) -> String {
    let type = String(describing: type(of: error))
    guard type.hasPrefix("NS") || type.hasPrefix("__NS") else { return type }
    let error = error as NSError
    return "\(error.domain) \(error.code)"
  }
}
