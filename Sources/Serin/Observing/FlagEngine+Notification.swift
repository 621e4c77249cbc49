import Foundation
import SerinLock

extension EngineState {
  /// Leaves word that the notification is to be posted, after the listeners were told.
  ///
  /// What has not been posted yet becomes one notification: where no main thread runs they do not pile up.
  mutating func postNotification(of change: FlagsChange) {
    if case .notification(let earlier)? = outbox.last {
      outbox[outbox.count - 1] = .notification(change.merged(after: earlier))
    } else {
      outbox.append(.notification(change))
    }
  }
}

extension FlagEngine {
  /// Posts the notification of a change, unless the client is closed or gone.
  @MainActor
  func post(_ change: FlagsChange) {
    guard let owner = core.withLock({ $0.isClosed ? nil : $0.owner }) else { return }
    NotificationCenter.default.post(
      name: FeatureFlags.didChangeNotification, object: owner,
      userInfo: [FeatureFlags.changedKeysUserInfoKey: change.changedKeys])
  }
}
