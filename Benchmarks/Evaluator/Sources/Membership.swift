import CHash
import SerinFlags

/// A list of ids under measurement; the other file that knows the interface of SerinFlags.
struct Membership {
  /// How many ids the list has.
  let count: Int
  private let list: IDList
  private let engine = DigestEngine(
    compress: chash_sha256_compress, compressPair: chash_sha256_compress_pair, useLargePages: chash_use_large_pages)

  private static let environmentID = "e_7c1d"

  /// Builds a list of the ids `user-0`, `user-1`, and so on.
  init(count: Int) throws {
    self.count = count
    var builder = IDListBuilder(environmentID: Self.environmentID, engine: engine)
    for number in 0..<count { try builder.add("user-\(number)") }
    list = try builder.finish()
  }

  /// Whether an id is in the list; its hash included.
  @inline(__always)
  func contains(_ id: String) -> Bool {
    list.contains(ListedID(id, environmentID: Self.environmentID, engine: engine))
  }
}
