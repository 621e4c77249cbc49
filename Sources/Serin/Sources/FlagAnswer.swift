public import Foundation

/// Everything that a source says of the flags of one context.
public struct FlagAnswer: Sendable {
  /// The flags; one that is missing does not exist for the source.
  public var flags: [FeatureFlag]
  /// The epoch of the source's store; revisions compare only within one.
  public var epoch: Int64
  /// Grows with every change at the source; an answer with a lower one than that in effect is not used.
  public var revision: Int64
  /// The source's mark of this answer, which it gets back when it is asked again for the same context.
  public var validator: String?
  /// The keys that could not be decided now; they keep the value they had.
  public var undecided: Set<String>
  /// When the source made sure of the answer; it is used for 24 hours from then on.
  ///
  /// nil means for ever, as for flags that are a part of the app. A time in the future counts as too old.
  public var confirmedAt: Date?
  /// The keys of flags whose document is broken; they answer as unknown ones do, with the reason `malformed`.
  package var malformed: [String] = []

  /// Creates an answer.
  public init(
    flags: [FeatureFlag], epoch: Int64 = 0, revision: Int64 = 0, validator: String? = nil, undecided: Set<String> = [],
    confirmedAt: Date?
  ) {
    self.flags = flags
    self.epoch = epoch
    self.revision = revision
    self.validator = validator
    self.undecided = undecided
    self.confirmedAt = confirmedAt
  }
}
