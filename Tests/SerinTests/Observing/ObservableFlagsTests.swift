import Foundation
import Observation
import Testing

@testable import Serin

@Suite @MainActor struct ObservableFlagsTests {
  private let transport = ScriptedTransport()
  private let bench: Bench
  private let flags: FeatureFlags

  init() throws {
    bench = try Bench(transport)
    flags = bench.client { $0.isRefreshThrottled = false }
  }

  private func refresh(_ revision: Double, _ answer: [JSONValue]) async throws {
    transport.answer(.answer(revision: revision, answer))
    try await flags.refresh()
    try await bench.settle(flags)
  }

  /// A view: draws once, and again whenever what it read has changed.
  @MainActor private final class View {
    private(set) var drawn: [Bool] = []
    private let read: () -> Bool

    init(_ read: @escaping () -> Bool) {
      self.read = read
      draw()
    }

    private func draw() {
      let value = withObservationTracking(read) { [weak self] in
        // As SwiftUI does it: later, when the change is over.
        Task { @MainActor in self?.draw() }
      }
      drawn.append(value)
    }
  }

  /// Lets the tasks that were begun on the main thread end.
  private func drawAll() async { for _ in 0..<20 { await Task.yield() } }

  @Test func onlyTheViewThatReadAChangedKeyIsDrawnAgain() async throws {
    try await refresh(1, [.flag("a"), .flag("b")])
    let observed = ObservableFlags(flags)
    let viewOfA = View { observed.isEnabled("a", default: false) }
    let viewOfB = View { observed.get("b")?.isEnabled ?? false }
    try await refresh(2, [.flag("a", false), .flag("b")])
    try await until("the view is drawn") { viewOfA.drawn.count > 1 }
    await drawAll()
    #expect(viewOfA.drawn == [true, false])
    #expect(viewOfB.drawn == [true])
    try await refresh(3, [.flag("a", false), .flag("b", false)])
    try await until("the view is drawn") { viewOfB.drawn.count > 1 }
    await drawAll()
    #expect(viewOfA.drawn == [true, false])
    #expect(viewOfB.drawn == [true, false])
  }

  @Test func anAnswerWithTheSameEffectDrawsNothing() async throws {
    try await refresh(1, [.flag("a")])
    let observed = ObservableFlags(flags)
    let view = View { observed.isEnabled("a", default: false) }
    try await refresh(2, [.flag("a", rule: "r_9")])
    await drawAll()
    #expect(view.drawn == [true])
  }

  @Test func aFlagThatWasNotThereYetIsTracked() async throws {
    let observed = ObservableFlags(flags)
    let view = View { observed.isEnabled("a", default: false) }
    try await refresh(1, [.flag("a")])
    try await until("the view is drawn") { view.drawn.count > 1 }
    #expect(view.drawn == [false, true])
  }

  @Test func declaredFlagsAndTheirPropertiesAreTracked() async throws {
    let flag = FlagKey.ops("a", default: true, owner: "team")
    let limit = FlagProperty(flag, "limit", default: 3)
    let observed = ObservableFlags(flags)
    let viewOfFlag = View { observed.isEnabled(flag) }
    let viewOfValue = View { observed.value(limit) > 5 }
    try await refresh(1, [.flag("a", false, properties: ["limit": 9])])
    try await until("both are drawn") { viewOfFlag.drawn.count > 1 && viewOfValue.drawn.count > 1 }
    #expect(viewOfFlag.drawn == [true, false])
    #expect(viewOfValue.drawn == [false, true])
  }

  @Test func aValueThatIsSetByHandForTheFirstTimeIsDrawn() async throws {
    let flags = FeatureFlags.inMemory(FlagsSnapshot([FeatureFlag(key: "a", isEnabled: false)]))
    let observed = ObservableFlags(flags)
    let view = View { observed.isEnabled("a", default: false) }
    flags.overrides.set(FlagOverride(isEnabled: true), for: "a")
    try await until("the view is drawn") { view.drawn.count > 1 }
    #expect(view.drawn == [false, true])
  }

  @Test func readingTheClientItselfIsNotTracked() async throws {
    let observed = ObservableFlags(flags)
    let view = View { observed.flags.isEnabled("a", default: false) }
    try await refresh(1, [.flag("a")])
    await drawAll()
    #expect(view.drawn == [false])
  }

  @Test func observedFlagsGoWhenNobodyHoldsThem() async throws {
    var observed: ObservableFlags? = ObservableFlags(flags)
    weak let reference = observed
    #expect(observed?.isEnabled("a", default: false) == false)
    observed = nil
    #expect(reference == nil)
    try await refresh(1, [.flag("a")])
  }
}
