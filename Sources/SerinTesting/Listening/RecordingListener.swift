public import Serin

/// A listener that remembers what it was told.
///
/// A client holds its listeners weakly, so keep a reference.
@MainActor
public final class RecordingListener: FeatureFlagsUpdateListener {
  /// The changes so far, in order.
  public private(set) var changes: [FlagsChange] = []
  private let onChange: @MainActor (FeatureFlags, RecordingListener) -> Void

  /// Creates a listener.
  ///
  /// - Parameter onChange: Called after each change was recorded.
  public init(onChange: @escaping @MainActor (FeatureFlags, RecordingListener) -> Void = { _, _ in }) {
    self.onChange = onChange
  }

  /// Records a change.
  public func featureFlags(_ flags: FeatureFlags, didUpdate change: FlagsChange) {
    MainActor.preconditionIsolated()
    changes.append(change)
    onChange(flags, self)
  }
}
