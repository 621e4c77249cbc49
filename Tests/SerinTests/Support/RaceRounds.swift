import Foundation

/// How often a test repeats something in which threads race.
///
/// A race is a matter of luck, so `script/test-sanitize` asks for many more rounds than an ordinary run has time for:
/// `SERIN_RACE_ROUNDS` is how many times as many.
func raceRounds(_ ordinary: Int) -> Int {
  ordinary * max(1, raceFactor)
}

/// Whether tests do what they do in the size that a real app may have, which takes minutes: `SERIN_FULL_SIZE=1`.
let isFullSize = ProcessInfo.processInfo.environment["SERIN_FULL_SIZE"] == "1"

private let raceFactor = ProcessInfo.processInfo.environment["SERIN_RACE_ROUNDS"].flatMap { Int($0) } ?? 1
