import Testing

@testable import Server

@Suite struct SignInThrottleTests {
  private let account = SignInThrottle.Subject.account([1])
  private let source = SignInThrottle.Subject.source("192.0.2.1")

  @Test func theWaitDoublesWithEachFailureUpToAQuarterOfAnHour() {
    let throttle = SignInThrottle()
    var now: Int64 = 1_000_000
    for _ in 1..<SignInThrottle.freeAccountFailures { #expect(throttle.begin([account], at: now) == nil) }
    var waits: [Int64] = []
    for _ in 0..<12 {
      #expect(throttle.begin([account], at: now) == nil)
      let wait = throttle.begin([account], at: now) ?? 0
      waits.append(wait / 1000)
      #expect(throttle.begin([account], at: now + wait - 1) == 1)
      now += wait
    }
    #expect(waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  }

  @Test func refusedAttemptsDoNotCount() {
    let throttle = SignInThrottle()
    for _ in 0..<SignInThrottle.freeAccountFailures { _ = throttle.begin([account], at: 0) }
    for _ in 0..<100 { #expect(throttle.begin([account], at: 1) == 999) }
  }

  @Test func attemptsAtTheSameMomentCountOneByOne() async {
    let throttle = SignInThrottle()
    let account = account
    let passed = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 { group.addTask { throttle.begin([account], at: 0) == nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(passed == SignInThrottle.freeAccountFailures)
  }

  @Test func aSourceIsStoppedThatTriesManyAccounts() {
    let throttle = SignInThrottle()
    for index in 0..<SignInThrottle.freeSourceFailures {
      #expect(throttle.begin([.account([UInt8(index)]), source], at: 0) == nil)
    }
    #expect(throttle.begin([.account([99]), source], at: 0) == 1000)
    #expect(throttle.begin([.account([99]), .source("192.0.2.2")], at: 0) == nil)
  }

  @Test func successForgetsTheAccountsFailuresButOnlyOneOfTheSource() {
    let throttle = SignInThrottle()
    for _ in 0..<4 { _ = throttle.begin([account, source], at: 0) }
    throttle.end(account, clears: true)
    throttle.end(source, clears: false)
    #expect(throttle.size == 1)
    for _ in 0..<(SignInThrottle.freeSourceFailures - 3) { #expect(throttle.begin([source], at: 0) == nil) }
    #expect(throttle.begin([source], at: 0) == 1000)
  }

  @Test func failuresAreForgottenAfterADay() {
    let throttle = SignInThrottle()
    for _ in 0..<SignInThrottle.freeAccountFailures { _ = throttle.begin([account], at: 0) }
    #expect(throttle.begin([account], at: SignInThrottle.memory) == nil)
    #expect(throttle.begin([account], at: SignInThrottle.memory) == nil)
  }

  @Test func manySubjectsTakeBoundedRoomAndThoseWithMostFailuresStay() {
    let throttle = SignInThrottle()
    for _ in 0..<SignInThrottle.freeAccountFailures { _ = throttle.begin([account], at: 0) }
    for index in 0..<(SignInThrottle.capacity * 2) { _ = throttle.begin([.source("\(index)")], at: 1) }
    #expect(throttle.size <= SignInThrottle.capacity)
    #expect(throttle.begin([account], at: 1) == 999)
  }
}
