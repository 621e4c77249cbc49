import Foundation
import Testing

@testable import Serin

@Suite struct RunTokenTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func token(_ table: ProcessTable) -> RunToken { RunToken(table, at: now) }

  @Test func theNameReadsBackAndNothingElseDoes() {
    let token = token(.process(4001))
    #expect(RunToken(name: token.name) == token)
    for name in ["", "queue", "a-b-c-d-e", token.name + "-1", "1-2-3-0123456789ABCDEF-5", "é-2-3-0123456789abcdef-5"] {
      #expect(RunToken(name: name) == nil)
    }
  }

  @Test func aRunIsOverWhenItsProcessIsGone() {
    let run = token(.process(4001))
    #expect(ProcessTable.process(4002).isOver(run, at: now))
    #expect(!ProcessTable.process(4002, alive: [4001]).isOver(run, at: now))
  }

  @Test func aRunOfThisProcessIsNotOver() {
    #expect(!ProcessTable.process(4001).isOver(token(.process(4001)), at: now))
  }

  @Test func anotherProcessWithTheSameNumberIsNotTheRun() {
    // In a container the app has the same number at every start.
    #expect(ProcessTable.process(4001, start: 2).isOver(token(.process(4001)), at: now))
    let run = token(.process(4001, start: 9))
    #expect(ProcessTable.process(4002, alive: [4001]).isOver(run, at: now))
  }

  @Test func aRunBeforeTheLastBootIsOver() {
    var table = ProcessTable.process(4002, alive: [4001])
    table.boot = "ffffffffffffffff"
    #expect(table.isOver(token(.process(4001)), at: now))
  }

  @Test func whereTheSystemDoesNotTellARunIsOverAfterAWeek() {
    var table = ProcessTable.process(4002)
    table.status = { _ in .running(since: nil) }
    let run = token(.process(4001))
    #expect(!table.isOver(run, at: now.addingTimeInterval(6 * 86400)))
    #expect(table.isOver(run, at: now.addingTimeInterval(8 * 86400)))
  }

  @Test func theSystemKnowsThisProcessAndThatOthersAreGone() {
    let table = ProcessTable.system
    #expect(table.boot.count == 16)
    #expect(table.currentStart > 0)
    #expect(table.status(table.current) == .running(since: table.currentStart))
    #expect(table.status(0x3FFF_FFF0) == .gone)
    #expect(!table.isOver(token(table), at: now))
  }
}
