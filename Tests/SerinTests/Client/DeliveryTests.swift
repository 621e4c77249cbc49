import Foundation
import SerinLock
import Testing

@testable import Serin

/// What the main thread is asked to do, and when.
@Suite struct DeliveryTests {
  @Test @MainActor func aCompletionThatAsksAgainAtOnceLeavesTheMainThreadToOthers() async throws {
    let flags = try Bench(ScriptedTransport()).client()
    try await flags.refresh()
    let (calls, isOver) = (Lock(0), Lock(false))
    // Each is answered at once, since the flags were just confirmed.
    @Sendable func askAgain() {
      flags.refresh { _ in
        calls.withLock { $0 += 1 }
        // The bound is for broken code only, which would never let go of the main thread.
        if !isOver.withLock({ $0 }), calls.withLock({ $0 }) < 100_000 { askAgain() }
      }
    }
    askAgain()
    // This test needs the main thread, too.
    try await until("it is asked again and again") { calls.withLock { $0 } >= 10 }
    isOver.withLock { $0 = true }
    #expect(calls.withLock { $0 } < 100_000)
  }
}
