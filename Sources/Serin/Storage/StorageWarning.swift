import SerinLock

/// Says once that something about the storage does not work, however many parts find out.
final class StorageWarning: Sendable {
  private let log: @Sendable (FlagLogMessage) -> Void
  private let isSaid = Lock(false)

  init(log: @escaping @Sendable (FlagLogMessage) -> Void) {
    self.log = log
  }

  /// Whether nobody has said anything yet; from now on somebody has.
  func isFirst() -> Bool {
    isSaid.withLock { isSaid in
      defer { isSaid = true }
      return !isSaid
    }
  }

  /// Logs the text, unless another one was logged.
  func callAsFunction(_ text: String) {
    if isFirst() { log(FlagLogMessage(level: .warning, text: text)) }
  }
}
