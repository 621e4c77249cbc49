import TestRandom

/// Makes small damage to JSON texts: what is left is often still JSON, and often only just not.
struct BodyMutation {
  private static let pieces = [
    "\"", "{", "}", "[", "]", ":", ",", "\\", "null", "0", "-", "1.5", "e9", " ", "\n", "\u{7F}", "é", "context",
    "userID",
    "\"userID\":\"x\",", "\"deviceID\":null,", "\"attributes\":{},", "\"a\":1,", "\\u0041", "\\ud800", "12345678",
  ].map { Array($0.utf8) }

  /// Replaces, removes, inserts or repeats a few bytes.
  static func apply(to body: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
    var body = body
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let start = Int.random(in: 0...body.count, using: &generator)
      let end = min(body.count, start + Int.random(in: 0...4, using: &generator))
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: body.removeSubrange(start..<end)
      case 1: body.insert(contentsOf: body[start..<end], at: start)
      case 2: body.insert(contentsOf: generator.pick(pieces), at: start)
      default: if start < body.count { body[start] = UInt8.random(in: 0...255, using: &generator) }
      }
    }
    return body
  }
}
