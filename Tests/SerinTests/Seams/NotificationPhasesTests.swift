import Foundation
import Testing

@testable import Serin

@Suite struct NotificationPhasesTests {
  private let active = Notification.Name("test.active")
  private let background = Notification.Name("test.background")

  @Test func notificationsBecomePhasesInTheirOrder() async throws {
    let center = NotificationCenter()
    let stream = NotificationPhases(phases: [active: .active, background: .background], center: center).stream()
    for name in [active, background, Notification.Name("other"), background, active] {
      center.post(name: name, object: nil)
    }
    var phases: [LifecyclePhase] = []
    for await phase in stream {
      phases.append(phase)
      if phases.count == 4 { break }
    }
    #expect(phases == [.active, .background, .background, .active])
  }

  @Test func aStreamThatEndedObservesNoMore() async throws {
    let center = NotificationCenter()
    let stream = NotificationPhases(phases: [active: .active], center: center).stream()
    let seen = Recorder<LifecyclePhase>()
    let task = Task { for await phase in stream { seen.add(phase) } }
    center.post(name: active, object: nil)
    try await until("the phase is seen") { seen.count == 1 }
    task.cancel()
    await task.value
    center.post(name: active, object: nil)
    #expect(seen.count == 1)
  }

  @Test func aToolIsActiveFromTheStart() async throws {
    #expect(AlwaysActiveLifecycle().current == .active)
    for await _ in AlwaysActiveLifecycle().phases() { Issue.record("a phase that nobody announced") }
  }
}
