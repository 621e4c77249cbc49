public import Foundation

extension FeatureFlags {
  /// The flags now, and every change from then on.
  ///
  /// ```swift
  /// for await change in flags.changes {
  ///   show(change.snapshot)
  /// }
  /// ```
  public var changes: FlagsChanges { FlagsChanges(engine) }

  /// Posted when flags answer otherwise than before.
  ///
  /// On the main thread, by the default notification center, after the listeners were called. Its object is the client;
  /// ``changedKeysUserInfoKey`` gives the keys. Changes that the main thread had no time for become one notification.
  public static let didChangeNotification = Notification.Name("SerinFeatureFlagsDidChange")

  /// The key in the user info of ``didChangeNotification`` for the changed keys, a `Set<String>`.
  public static let changedKeysUserInfoKey = "changedKeys"
}
