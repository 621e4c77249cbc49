import SerinFlags
import Testing

@Suite struct ListedIDTests {
  /// From Python: `hashlib.sha256(b"e_7c1d\0" + id.encode()).hexdigest()[:32]`.
  @Test(arguments: [
    ("alice", "2a9531154d70465ea7331cc68ec7e6c2"),
    ("zoë", "a252e21cbd0e4485919d650f90022957"),
    (String(repeating: "x", count: 256), "a06a51d5d974009fc32f3358fcdd4f3c"),
  ]) func hashesTheEnvironmentAZeroByteAndTheID(id: String, digest: String) throws {
    let list = try ListSamples.list([id])
    #expect(ListSamples.contents(list).map(Vectors.hexadecimal) == [digest])
    #expect(ListSamples.hash(id).bucket == Int(digest.prefix(3), radix: 16))
  }

  @Test func keepsEnvironmentsAndSpellingsApart() {
    let pairs = [
      ("e_1", "2x"), ("e_12", "x"), ("e_2", "2x"), ("e_1", "2X"), ("e_1", "é"), ("e_1", "e\u{301}"), ("e_1", ""),
    ]
    let hashes = pairs.map { ListedID($1, environmentID: $0) }
    #expect(Set(hashes).count == pairs.count)
  }

  @Test func isOrderedAsItsBytesAre() throws {
    let ids = (0..<2000).map { ListSamples.hash("user-\($0)") }
    let list = try IDList().applying(add: ids)
    let bytes = ListSamples.contents(list)
    #expect(zip(bytes, bytes.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    let kept = (0..<IDList.bucketCount).flatMap { list.bucket($0)?.ids ?? [] }
    #expect(kept == ids.sorted())
  }
}
