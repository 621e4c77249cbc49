/// Where generated inputs take their decisions from: random numbers of a seed, or the bytes of a fuzzer.
///
/// When the bytes are used up every choice is the first one, so a generator whose first choice is the smallest comes to
/// an end, and a shorter input makes a smaller document.
struct Choices: RandomNumberGenerator {
  private var bytes: [UInt8]?
  private var position = 0
  private var state: UInt64

  /// Takes choices from random numbers: the same for the same seed (SplitMix64).
  init(seed: UInt64) {
    state = seed
  }

  /// Takes choices from bytes.
  init(bytes: [UInt8]) {
    self.bytes = bytes
    state = 0
  }

  mutating func next() -> UInt64 {
    if bytes != nil {
      var word: UInt64 = 0
      for _ in 0..<8 { word = word &<< 8 | UInt64(byte()) }
      return word
    }
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }

  /// Any byte.
  mutating func byte() -> UInt8 {
    guard let bytes else { return UInt8(truncatingIfNeeded: next()) }
    guard position < bytes.count else { return 0 }
    position += 1
    return bytes[position - 1]
  }

  /// A number from 0 and below `count`, which is 0 when there is nothing to choose.
  mutating func below(_ count: Int) -> Int {
    guard count > 1 else { return 0 }
    if bytes == nil { return Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(count)).high) }
    return count <= 256 ? Int(byte()) % count : (Int(byte()) << 8 | Int(byte())) % count
  }

  /// True once in `count` times; never when there are no more bytes.
  mutating func oneIn(_ count: Int) -> Bool {
    below(count) == count - 1 && count > 1
  }

  /// One of the elements, of which there must be some.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
