public import Foundation
public import Serin

/// Says whether a source of flags keeps to what ``FlagSource`` asks of it.
///
/// Belongs to no test framework; a test expects that there are no violations:
///
/// ```swift
/// let violations = await FlagSourceConformance.check { MySource(server: testServer) }
/// #expect(violations.isEmpty)  // or XCTAssertEqual(violations, [])
/// ```
public enum FlagSourceConformance {
  /// What a source has to do.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// The name is not empty, always the same, and not that of one of the client's own sources.
    case name
    /// The flags of an answer have keys, and each its own, and no flag is also undecided.
    case flags
    /// An answer was not made in the future.
    case confirmedAt
    /// Without a validator there is an answer, unless there is a stored one; with one that the source never gave, too.
    case answers
    /// With the validator of its own answer the source gives nil, or the same flags.
    case validator
    /// One context always has the same flags, whoever else was asked for in between or at the same time.
    case contexts
    /// What is stored is there at once.
    case stored
    /// A cancelled question ends soon.
    case cancellation
    /// Within an epoch no answer has a lower revision than an earlier one.
    case revision
    /// A change is in the next answer, also for who has the validator of the earlier one.
    case change
    /// A source that has signals gives one for a change, for a time that the client can wait.
    case signal
    /// Nothing is thrown while all that the source needs is there.
    case errors
  }

  /// One way in which a source does not keep to the rules.
  public struct Violation: Sendable, Hashable, CustomStringConvertible {
    /// The rule.
    public let rule: Rule
    /// What was seen.
    public let message: String

    /// Both in one line.
    public var description: String { "\(rule.rawValue): \(message)" }
  }

  /// Contexts that differ in the user, the device and an attribute.
  public static let contexts = [
    FlagContext(userID: "conformance-a", deviceID: "device-a", attributes: ["country": "AT"]),
    FlagContext(userID: "conformance-b", deviceID: "device-a", attributes: ["country": "AT"]),
    FlagContext(deviceID: "device-b"),
    FlagContext(),
  ]

  /// Looks at a source from all sides.
  ///
  /// The source's flags must not change by themselves meanwhile.
  ///
  /// - Parameters:
  ///   - contexts: Whom the source is asked for.
  ///   - patience: So many seconds, by the real clock, something that has to happen soon may take.
  ///   - makeSource: Makes the source.
  ///   - change: Changes the flags that the source has for every context; nil where that cannot be done, and then the
  ///     rules ``Rule/change`` and ``Rule/signal`` are left out.
  /// - Returns: What is wrong; empty when nothing is.
  public static func check(
    contexts: [FlagContext] = contexts, patience: TimeInterval = 10,
    makeSource: () async throws -> any FlagSource, change: ((any FlagSource) async throws -> Void)? = nil
  ) async -> [Violation] {
    var check: FlagSourceCheck
    do {
      check = FlagSourceCheck(source: try await makeSource(), contexts: contexts, patience: patience)
    } catch {
      return [Violation(rule: .errors, message: "the source could not be made: \(error)")]
    }
    check.checkName()
    check.checkStored()
    await check.checkAnswers()
    await check.checkConcurrency()
    await check.checkCancellation()
    if let change { await check.checkChange(change) }
    return check.violations
  }
}
