import Serin

/// A listener that remembers what it was told.
@MainActor
final class RecordingListener: FeatureFlagsUpdateListener {
  private(set) var changes: [FlagsChange] = []
  private let onChange: @MainActor (FeatureFlags, RecordingListener) -> Void

  init(onChange: @escaping @MainActor (FeatureFlags, RecordingListener) -> Void = { _, _ in }) {
    self.onChange = onChange
  }

  func featureFlags(_ flags: FeatureFlags, didUpdate change: FlagsChange) {
    MainActor.preconditionIsolated()
    changes.append(change)
    onChange(flags, self)
  }
}
