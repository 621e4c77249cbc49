import SerinFlags
import TestRandom
import Testing

@Suite struct IDListDigestTests {
  /// From Python's hashlib: the SHA-256 of the 4,096 SHA-256 digests of the buckets' sorted hashes.
  @Test(
    arguments: [
      ([], "f5034e4f69a7ccf4733cb59dd015bc0706cfecac7195be643399136f3d44c5e5"),
      (["alice"], "4ed1469fb8a82b254f429bc0bfcc8342f52b81026b4cd6080c1de74f26263c68"),
      (["bob", "alice"], "fb0159a8601bb3e76298737d09c9568a62e6f98f82ab157f0a98edae63a196d8"),
    ] as [([String], String)]) func agreesWithPython(ids: [String], digest: String) throws
  {
    let list = try ListSamples.list(ids)
    #expect(Vectors.hexadecimal(list.digest) == digest)
    #expect(Vectors.hexadecimal(IDListDigest(list).total) == digest)
  }

  /// From Python, too: `user-0` to `user-99999`.
  @Test func agreesWithPythonOn100000IDs() throws {
    let list = try ListSamples.list((0..<100_000).map { "user-\($0)" })
    #expect(
      Vectors.hexadecimal(list.digest) == "e3b3b28e42915f069d1b668c854f756307dc4bf42a56e8abec3bdc9289ee5c8b")
  }

  @Test func isTheSameInAnyOrder() throws {
    let ids = (0..<500).map { "user-\($0)" }
    var generator = SeededGenerator(seed: 3)
    let digest = try ListSamples.list(ids).digest
    for _ in 0..<5 {
      var list = IDList()
      for id in ids.shuffled(using: &generator) { list = try list.applying(add: [ListSamples.hash(id)]) }
      #expect(list.digest == digest)
    }
    #expect(try ListSamples.list(ids.dropLast()).digest != digest)
  }

  @Test func isKeptUpByTheBucketsThatChanged() throws {
    let before = try ListSamples.list((0..<2000).map { "user-\($0)" })
    let edits = (1990..<2010).map { ListSamples.hash("user-\($0)") }
    let after = try before.applying(add: Array(edits[10...]), remove: Array(edits[..<10]))
    var digest = IDListDigest(before)
    #expect(digest.bucketsDiffering(from: IDListDigest(after)) == Set(edits.map(\.bucket)).sorted())
    digest.update(after, buckets: edits.map(\.bucket) + [-1, 4096])
    #expect(digest == IDListDigest(after))
    #expect(digest.total == after.digest)
  }

  @Test func namesTheDigestOfEachBucket() throws {
    let list = try ListSamples.list(["alice"])
    let digest = IDListDigest(list)
    let bucket = try #require(list.bucket(681))
    #expect(list.bucketDigest(681) == SHA256.hash(bucket.encoded))
    #expect(list.bucketDigest(680) == SHA256.hash([]))
    for index in [0, 681, 4095] { #expect(digest.bucket(index) == list.bucketDigest(index)) }
    for index in [-1, 4096] {
      #expect(digest.bucket(index) == nil)
      #expect(list.bucketDigest(index) == nil)
    }
  }
}
