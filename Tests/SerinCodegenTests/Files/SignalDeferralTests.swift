import Foundation
import Testing

@testable import SerinFiles

// Each test has a signal of its own, since handlers are those of the whole process.
@Suite struct SignalDeferralTests {
  /// Sends a signal to this thread, which as one of a pool may take none otherwise; it has been handled afterwards.
  private func send(_ number: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    var before = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &signals, &before)
    raise(number)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  @Test func aSignalThatComesMeanwhileIsHeldBack() {
    let deferral = SignalDeferral([SIGUSR1])
    send(SIGUSR1)
    #expect(deferral.endQuietly() == [SIGUSR1])
    let next = SignalDeferral([SIGUSR1])
    #expect(next.endQuietly() == [])
  }

  @Test func aSignalThatIsIgnoredStaysIgnored() {
    signal(SIGUSR2, SIG_IGN)
    defer { signal(SIGUSR2, SIG_DFL) }
    let deferral = SignalDeferral([SIGUSR2])
    send(SIGUSR2)
    #expect(deferral.endQuietly() == [])
    send(SIGUSR2)
  }

  @Test func oneWithinAnotherLeavesTheSignalsToIt() {
    let outer = SignalDeferral([SIGALRM])
    let inner = SignalDeferral([SIGALRM])
    send(SIGALRM)
    #expect(inner.endQuietly() == [])
    send(SIGALRM)
    #expect(outer.endQuietly() == [SIGALRM])
  }
}
