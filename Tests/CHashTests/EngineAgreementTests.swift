import CHash
import SerinFlags
import Testing

@Suite struct EngineAgreementTests {
  /// What the processor offers, plain C, and plain Swift.
  static let engines: [(name: String, engine: DigestEngine)] = [
    ("dispatched", DigestEngine(compress: chash_sha256_compress, compressPair: chash_sha256_compress_pair)),
    (
      "portable",
      DigestEngine(compress: chash_sha256_compress_portable, compressPair: chash_sha256_compress_pair_portable)
    ),
    ("swift", .swift),
  ]

  /// A message whose bytes depend on its length and its place.
  static func bytes(_ length: Int, seed: Int = 0) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ length &* 7 &+ seed) }
  }

  /// The whole digest as one number modulo a hundred million, byte by byte.
  static func draw(_ message: [UInt8]) -> UInt32 {
    UInt32(TextbookSHA256.hash(message).reduce(0 as UInt64) { ($0 * 256 + UInt64($1)) % 100_000_000 })
  }

  @Test(arguments: engines.indices) func drawsWhatTheTextbookSaysForEveryLengthUpTo200(index: Int) {
    let engine = Self.engines[index].engine
    for length in 0...200 {
      let unit = Self.bytes(length)
      #expect(SHA256.hash(unit, engine: engine) == TextbookSHA256.hash(unit), "length \(length)")
      for salt in [[], Array("k3J9xw2Q".utf8), Self.bytes(60, seed: 9)] {
        let wanted = Self.draw(salt.isEmpty ? unit : salt + [UInt8(ascii: ".")] + unit)
        let drawn = salt.withUnsafeBufferPointer { salt in
          unit.withUnsafeBufferPointer { Draw.number(salt: salt, unit: $0, engine: engine) }
        }
        #expect(drawn == wanted, "\(Self.engines[index].name), length \(length), salt of \(salt.count)")
      }
    }
  }

  @Test(arguments: engines.indices) func drawsPairsAsItDrawsEachAlone(index: Int) {
    let engine = Self.engines[index].engine
    let salts = [Array("k3J9xw2Q".utf8), Self.bytes(3)]
    for length in 0...120 {
      // The other one's length runs the other way, so that long and short messages meet.
      let units = [Self.bytes(length), Self.bytes(120 - length, seed: 1)]
      let drawn = salts[0].withUnsafeBufferPointer { firstSalt in
        salts[1].withUnsafeBufferPointer { secondSalt in
          units[0].withUnsafeBufferPointer { first in
            units[1].withUnsafeBufferPointer { second in
              Draw.numbers(salts: (firstSalt, secondSalt), units: (first, second), engine: engine)
            }
          }
        }
      }
      #expect(drawn.0 == Self.draw(salts[0] + [46] + units[0]), "length \(length)")
      #expect(drawn.1 == Self.draw(salts[1] + [46] + units[1]), "length \(120 - length)")
    }
  }

  @Test func goesOnFromAnyStateWithBlocksAtAnyAddress() {
    let memory = Self.bytes(64 * 6 + 16)
    for (name, engine) in Self.engines {
      for (offset, count) in [(0, 0), (1, 1), (3, 2), (8, 5), (15, 6)] {
        var state = (0..<8).map { UInt32($0) &* 0x9E37_79B9 &+ UInt32(offset) }
        var wanted = state
        for block in 0..<count {
          TextbookSHA256.compress(Array(memory[(offset + block * 64)...].prefix(64)), into: &wanted)
        }
        memory.withUnsafeBufferPointer { bytes in
          guard let start = bytes.baseAddress else { return }
          engine.compress(&state, start + offset, count)
        }
        #expect(state == wanted, "\(name), \(count) blocks at \(offset)")
      }
    }
  }

  @Test func compressesOneMessageFromManyThreadsAlike() async {
    let wanted = TextbookSHA256.hash(Self.bytes(1000))
    let engine = Self.engines[0].engine
    let results = await withTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<64 { group.addTask { SHA256.hash(Self.bytes(1000), engine: engine) } }
      return await group.reduce(into: [[UInt8]]()) { $0.append($1) }
    }
    #expect(results.count == 64)
    #expect(results.allSatisfy { $0 == wanted })
  }
}
