import SerinFlags
import TestRandom

/// Random JSON values of every type, with the strings and numbers that break parsers.
struct RandomJSON {
  var generator: SeededGenerator

  /// Whether to leave out what Foundation changes: extreme numbers, and names that are canonically equivalent.
  let isPlain: Bool

  init(seed: UInt64, isPlain: Bool = false) {
    generator = SeededGenerator(seed: seed)
    self.isPlain = isPlain
  }

  static let strings = [
    "", "a", "plain", "a longer string with more than fifteen bytes", "\"quoted\" \\ / back", "tab\tline\nreturn\r",
    "\u{0}\u{1}\u{1F}\u{7F}", "Zoë", "Zoe\u{308}", "用户", "👩‍👩‍👧", "\u{2028}\u{2029}", "eight by", "\u{FFFF}\u{10FFFF}",
  ]

  static let numbers: [Double] = [
    0, -0.0, 1, -1, 0.1, 1.5, 1e21, 1e-7, .leastNonzeroMagnitude, 1.7976931348623157e308, 9_007_199_254_740_992,
    -9_007_199_254_740_994,
    1e15, 123_456_789.123_456_789, 0.000_001,
  ]

  mutating func value(depth: Int = 4) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &generator) {
    case 0: .null
    case 1: .bool(Bool.random(using: &generator))
    case 2: .number(number())
    case 3: .string(generator.pick(Self.strings))
    case 4: .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in value(depth: depth - 1) })
    default: .object(object(depth: depth - 1))
    }
  }

  mutating func object(depth: Int) -> JSONObject {
    // Every eighth object is large enough for the index of names.
    let count =
      generator.oneIn(8) ? Int.random(in: 33...60, using: &generator) : Int.random(in: 0...5, using: &generator)
    var object = JSONObject()
    for _ in 0..<count {
      let name = (isPlain ? "n" : generator.pick(Self.strings)) + String(Int.random(in: 0..<60, using: &generator))
      object[name] = value(depth: count > 30 ? 0 : depth)
    }
    return object
  }

  mutating func number() -> Double {
    if isPlain { return generator.pick([0, -1, 0.1, 1.5, 1e-7, 123_456.789, 1_000_000_000_000]) }
    if generator.oneIn(2) { return generator.pick(Self.numbers) }
    let bits = Double(bitPattern: generator.next())
    return bits.isFinite ? bits : 0.5
  }
}
