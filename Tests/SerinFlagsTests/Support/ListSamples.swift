import SerinFlags

/// Ids and lists for the tests of lists.
enum ListSamples {
  static let environmentID = "e_7c1d"

  /// The hash of an id in the samples' environment.
  static func hash(_ id: String, engine: DigestEngine = .swift) -> ListedID {
    ListedID(id, environmentID: environmentID, engine: engine)
  }

  /// A list of ids.
  static func list(_ ids: some Sequence<String>, engine: DigestEngine = .swift) throws -> IDList {
    try IDList().applying(add: ids.map { hash($0, engine: engine) })
  }

  /// The 16 bytes of all hashes of a list, in the order in which it keeps them.
  static func contents(_ list: IDList) -> [[UInt8]] {
    (0..<IDList.bucketCount).flatMap { index in
      let bytes = list.bucket(index)?.encoded ?? []
      return stride(from: 0, to: bytes.count, by: 16).map { Array(bytes[$0..<$0 + 16]) }
    }
  }

  /// Another mixture than SHA-256, since a million of those take long in a debug build.
  ///
  /// It spreads numbered ids as evenly.
  static let quickEngine = DigestEngine(
    compress: { state, blocks, count in
      var mixed: UInt64 = 0
      let raw = UnsafeRawPointer(blocks)
      for offset in stride(from: 0, to: count * 64, by: 8) {
        mixed = (mixed ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9E37_79B9_7F4A_7C15
        mixed ^= mixed >> 29
      }
      for index in 0..<4 {
        mixed = (mixed ^ mixed >> 32) &* 0x94D0_49BB_1331_11EB
        state[index] = UInt32(truncatingIfNeeded: mixed >> 32)
      }
    },
    compressPair: { _, _, _, _ in })
}
