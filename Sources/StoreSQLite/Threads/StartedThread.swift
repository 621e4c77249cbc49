internal import Store
internal import Threads

/// Starts threads that have something to open first.
enum StartedThread {
  /// Starts a thread and returns when it says that it has started, or throws what it throws before that.
  ///
  /// - Parameters:
  ///   - ended: Opened when the thread has let go of everything, also when it could not be started.
  ///   - body: What the thread does; it calls the function it is given once it is ready, and throws only before.
  static func start(
    until ended: Latch, _ body: @escaping @Sendable (_ started: () -> Void) throws(StoreError) -> Void
  ) async throws(StoreError) {
    let result: Result<Void, StoreError> = await withCheckedContinuation { continuation in
      do throws(ThreadError) {
        try DedicatedThread.start {
          do throws(StoreError) {
            try body { continuation.resume(returning: .success(())) }
            ended.open()
          } catch {
            ended.open()
            continuation.resume(returning: .failure(error))
          }
        }
      } catch {
        ended.open()
        continuation.resume(returning: .failure(.failed(reason: error.description)))
      }
    }
    try result.get()
  }
}
