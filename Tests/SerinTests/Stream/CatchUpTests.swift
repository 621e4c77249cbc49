import Testing

@testable import Serin

@Suite struct CatchUpTests {
  private func version(_ epoch: Int64, _ revision: Int64) -> RulesetVersion {
    RulesetVersion(epoch: epoch, revision: revision)
  }

  @Test func anAnswerIsNewEnoughByRevisionWithinAnEpoch() {
    let catchUp = CatchUp(version(1, 9), over: version(1, 7), dueAt: 0)
    #expect(!catchUp.isReached(by: nil))
    #expect(!catchUp.isReached(by: version(1, 8)))
    #expect(catchUp.isReached(by: version(1, 9)))
    #expect(catchUp.isReached(by: version(1, 10)))
  }

  @Test(arguments: [(Int64(1), Int64(2)), (3, 2)])
  func anAnswerOfTheEarlierEpochIsTooOldWhateverItsNumber(_ earlier: Int64, _ announced: Int64) {
    let catchUp = CatchUp(version(announced, 3), over: version(earlier, 90), dueAt: 0)
    #expect(!catchUp.isReached(by: version(earlier, 91)))
    #expect(!catchUp.isReached(by: version(announced, 2)))
    #expect(catchUp.isReached(by: version(announced, 3)))
    #expect(catchUp.isReached(by: version(4, 1)), "the store has moved on")
  }

  @Test func oldAnswersAreAskedAgainWithGrowingPausesAndSixAreEnough() {
    var catchUp = CatchUp(version(1, 9), over: version(1, 7), dueAt: 100)
    catchUp.beginAsking()
    var pauses: [Double] = []
    for _ in 0..<5 {
      #expect(catchUp.answered(version(1, 8), at: 100, random: 0.5) == .behind)
      pauses.append((catchUp.dueAt ?? 0) - 100)
      catchUp.beginAsking()
    }
    #expect(pauses == [0.5, 1, 2, 4, 8])
    #expect(catchUp.answered(version(1, 8), at: 100, random: 0.5) == .givenUp)
  }

  @Test func fiveMinutesOfOldAnswersAreEnough() {
    var catchUp = CatchUp(version(1, 9), over: nil, dueAt: 0)
    catchUp.beginAsking()
    #expect(catchUp.answered(version(1, 8), at: 1000, random: 0) == .behind)
    catchUp.beginAsking()
    #expect(catchUp.answered(version(1, 8), at: 1299, random: 0) == .behind)
    catchUp.beginAsking()
    #expect(catchUp.answered(version(1, 8), at: 1300, random: 0) == .givenUp)
  }

  @Test func anAnswerThatWasAskedForBeforeItsTimeIsNoTry() {
    var catchUp = CatchUp(version(1, 9), over: version(1, 7), dueAt: 130)
    for _ in 0..<10 { #expect(catchUp.answered(version(1, 8), at: 110, random: 0) == .behind) }
    #expect(catchUp.dueAt == 130)
    #expect(catchUp.staleAnswers == 0)
    #expect(catchUp.answered(version(1, 9), at: 110, random: 0) == .upToDate)
    #expect(catchUp.dueAt == nil)
  }

  @Test func theNewestAnnouncementAndTheEarliestTimeCount() {
    var catchUp = CatchUp(version(1, 9), over: version(1, 7), dueAt: 130)
    catchUp.merge(version(1, 8), over: version(1, 7), dueAt: 150)
    #expect(catchUp.announced == version(1, 9))
    #expect(catchUp.dueAt == 130)
    catchUp.merge(version(1, 10), over: version(1, 7), dueAt: 101)
    #expect(catchUp.announced == version(1, 10))
    #expect(catchUp.dueAt == 101)
    catchUp.merge(version(2, 1), over: version(1, 7), dueAt: 140)
    #expect(catchUp.announced == version(2, 1))
    #expect(catchUp.dueAt == 101)
  }

  @Test func anotherAnnouncementStartsTheTriesAnew() {
    var catchUp = CatchUp(version(1, 9), over: version(1, 7), dueAt: 0)
    for _ in 0..<5 {
      catchUp.beginAsking()
      #expect(catchUp.answered(version(1, 8), at: 0, random: 0) == .behind)
    }
    catchUp.merge(version(1, 10), over: version(1, 8), dueAt: 0)
    catchUp.beginAsking()
    #expect(catchUp.answered(version(1, 9), at: 900, random: 0) == .behind)
    #expect(catchUp.staleAnswers == 1)
  }

  @Test func aLaterOldAnswerIsComparedToo() {
    var catchUp = CatchUp(version(1, 9), over: version(1, 7), dueAt: 0)
    catchUp.beginAsking()
    #expect(catchUp.answered(version(1, 9), at: 0, random: 0) == .upToDate)
    // Another user's, from a node that lags.
    #expect(catchUp.answered(version(1, 8), at: 50, random: 0) == .behind)
    #expect(catchUp.dueAt == 50)
  }
}
