import TestRandom

@testable import SerinFlags

/// What a table must be: a dictionary by exact bytes, in the order of those bytes.
struct KeyedTableModel {
  private(set) var entries: [ExactString: Int] = [:]

  subscript(key: String) -> Int? {
    get { entries[ExactString(key)] }
    set { entries[ExactString(key)] = newValue }
  }

  /// Whether a table has exactly these entries, in order, and finds each by its string and by its bytes.
  func isMatched(by table: KeyedTable<Int>) -> Bool {
    let sorted = entries.sorted { $0.key.string.utf8.lexicographicallyPrecedes($1.key.string.utf8) }
    let listed = Array(table)
    guard table.count == sorted.count, table.isEmpty == sorted.isEmpty, listed.count == sorted.count else {
      return false
    }
    return zip(sorted, listed).allSatisfy { expected, entry in
      let key = expected.key.string
      return key.hasSameBytes(as: entry.key) && entry.value == expected.value && table[key] == expected.value
        && key.withBytes { table.withValue(forKey: $0) { $0 } } == expected.value
    }
  }
}

/// Keys of every kind that a table treats differently.
enum KeyedTableKeys {
  private static let characters: [Character] = ["a", "é", "\u{0}", "😀"]

  /// Random keys: short and long ones, ones that differ only behind 15 bytes, ones that begin each other.
  static func mixed(_ count: Int, using generator: inout SeededGenerator) -> [String] {
    (0..<count).map { number in
      switch number % 5 {
      case 0: "flag-\(number)"
      case 1: "checkout.payment.provider.\(number).enabled"
      case 2: "the-same-beginning-\(number)-the same end"
      case 3: String(repeating: "a", count: number % 70)
      default: String((0..<Int.random(in: 0...20, using: &generator)).map { _ in generator.pick(Self.characters) })
      }
    }
  }

  /// Different keys of 24 bytes with the same hash.
  ///
  /// The first factor of the last product is made zero: the second eight bytes cancel what the hash is until then. Only
  /// those that are ASCII are taken.
  static func colliding(_ count: Int) -> [String] {
    var generator = SeededGenerator(seed: 31)
    let end = Array("-enabled".utf8)
    let tail = end.withUnsafeBytes { PackedText.word($0, at: 0) } << 8 | 0xFF
    var keys: [String] = []
    while keys.count < count {
      // Eight letters from a to p.
      let head = (generator.next() & 0x0F0F_0F0F_0F0F_0F0F) + 0x6161_6161_6161_6161
      let product = (head ^ KeyProbe.firstFactor).multipliedFullWidth(by: tail ^ KeyProbe.secondFactor)
      let cancelling = product.high ^ product.low ^ KeyProbe.firstFactor
      guard cancelling & 0x8080_8080_8080_8080 == 0 else { continue }
      let bytes = withUnsafeBytes(of: (head.bigEndian, cancelling.bigEndian)) { Array($0) } + end
      keys.append(String(decoding: bytes, as: UTF8.self))
    }
    return keys
  }
}
