/// Wakes whoever waits for it; one that comes early is not lost, and several before anybody waits count as one.
final class WakeSignal: Sendable {
  /// What is waited for, by one at a time.
  let wakes: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Wakes.
  func ring() { continuation.yield() }
}
