import TestRandom
import Testing

@testable import SerinFlags

@Suite struct KeyChunkTests {
  /// Keys that have their beginning, their end or both in common, of every length around the limits of the words.
  private static func keys() -> [String] {
    var keys: Set<String> = []
    for length in [0, 1, 7, 8, 9, 14, 15, 16, 17, 23, 24, 25, 31, 32, 33] {
      keys.insert(String(repeating: "a", count: length))
      for position in 0..<length {
        keys.insert(String((0..<length).map { $0 == position ? "b" : "a" }))
      }
    }
    return keys.sorted { $0.precedesInBytes($1) }
  }

  private func check(_ chunk: KeyChunk, has keys: [String], among candidates: [String]) {
    #expect(chunk.keys == keys)
    for candidate in candidates {
      let wrong = candidate.withBytes { bytes in
        let probe = KeyProbe(bytes)
        return keys.indices.filter { offset in
          let order = keys[offset].withBytes { compareBytes($0, bytes) }
          return chunk.isKey(uncheckedAt: offset, probe) != (order == 0)
            || chunk.order(at: offset, probe).signum() != order.signum()
            || (order == 0 && chunk.tag(at: offset) != probe.tag)
        }
      }
      #expect(wrong.isEmpty)
    }
  }

  @Test func aKeyIsOnlyItselfWhateverItsHash() {
    let keys = Self.keys()
    check(KeyChunk(keys), has: keys, among: keys)
  }

  @Test func editsKeepEachKeyWithItsBytes() {
    var generator = SeededGenerator(seed: 12)
    let candidates = Self.keys()
    var chunk = KeyChunk([])
    var keys: [String] = []
    for step in 0..<400 {
      if keys.count > 20 || (!keys.isEmpty && generator.oneIn(3)) {
        let offset = Int.random(in: keys.indices, using: &generator)
        keys.remove(at: offset)
        chunk.remove(at: offset)
      } else {
        let key = generator.pick(candidates)
        let offset = Int.random(in: 0...keys.count, using: &generator)
        keys.insert(key, at: offset)
        chunk.insert(key, key.withBytes { KeyProbe($0).words }, at: offset)
      }
      if step % 10 == 0 {
        // Dividing and joining must give the same chunk.
        let rest = chunk.takeRest(from: Int.random(in: 0...keys.count, using: &generator))
        chunk.append(rest)
        check(chunk, has: keys, among: Array(candidates.shuffled(using: &generator).prefix(20)))
      }
    }
  }
}
