// swift-format-ignore-file
// Compiled into the module under test: what Foundation has on Apple's platforms only.
import Foundation

extension FileManager {
  func containerURL(forSecurityApplicationGroupIdentifier identifier: String) -> URL? { nil }
}

extension ProcessInfo {
  func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
}
