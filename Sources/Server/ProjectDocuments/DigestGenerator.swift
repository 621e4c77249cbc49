import SerinFlags
import Store

/// Numbers that look random and are always the same for the same seed: SHA-256 over the seed and a counter.
///
/// The ids and salts that a document leaves out are made by it, so that what a plan shows is what is written.
struct DigestGenerator: RandomNumberGenerator {
  private let seed: [String]
  private var counter: Int64 = 0
  private var bytes: ArraySlice<UInt8> = []

  init(seed: [String]) { self.seed = seed }

  mutating func next() -> UInt64 {
    if bytes.isEmpty {
      var fields = FramedFields()
      for text in seed { fields.append(text) }
      fields.append(counter)
      counter += 1
      bytes = SHA256.hash(fields.bytes)[...]
    }
    defer { bytes = bytes.dropFirst(8) }
    return bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
