import Foundation
import Testing

@testable import SerinFiles

// Each test has a signal of its own, since handlers are those of the whole process.
@Suite struct SignalDeferralTests {
  @Test func aSignalThatComesMeanwhileIsHeldBack() {
    let deferral = SignalDeferral([SIGUSR1])
    raise(SIGUSR1)
    #expect(deferral.endQuietly() == [SIGUSR1])
    let next = SignalDeferral([SIGUSR1])
    #expect(next.endQuietly() == [])
  }

  @Test func aSignalThatIsIgnoredStaysIgnored() {
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    let deferral = SignalDeferral([SIGUSR2])
    raise(SIGUSR2)
    #expect(deferral.endQuietly() == [])
    raise(SIGUSR2)
  }

  @Test func oneWithinAnotherLeavesTheSignalsToIt() {
    let outer = SignalDeferral([SIGALRM])
    let inner = SignalDeferral([SIGALRM])
    raise(SIGALRM)
    #expect(inner.endQuietly() == [])
    raise(SIGALRM)
    #expect(outer.endQuietly() == [SIGALRM])
  }
}
