import SerinLock
import Testing

@testable import Serin

@Suite struct StripedLockTests {
  @Test func afterAReplacementNobodyReadsTheEarlierValue() async {
    let rounds = raceRounds(5_000)
    let lock = StripedLock(0)
    let floor = Lock(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<rounds {
            // What was in place before the reading began is the least that the reading may see.
            let least = floor.withLock { $0 }
            #expect(lock.read { $0 } >= least)
          }
        }
      }
      group.addTask {
        for value in 1...rounds {
          #expect(lock.replace(with: value) == value - 1)
          floor.withLock { $0 = value }
        }
      }
    }
    #expect(lock.read { $0 } == rounds)
  }

  @Test func itLetsGoOfItsValues() {
    final class Value: Sendable {}
    weak var first: Value?
    weak var second: Value?
    do {
      let one = Value()
      first = one
      let lock = StripedLock(one)
      let two = Value()
      second = two
      lock.replace(with: two)
      #expect(lock.read { $0 } === two)
    }
    #expect(first == nil)
    #expect(second == nil)
  }
}
