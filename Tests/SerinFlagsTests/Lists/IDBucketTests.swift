import SerinFlags
import Testing

@Suite struct IDBucketTests {
  /// 16 bytes that begin with the two given and end with a third.
  private static func hash(_ first: UInt8, _ second: UInt8, _ last: UInt8) -> [UInt8] {
    [first, second] + [UInt8](repeating: 0, count: 13) + [last]
  }

  @Test func isWrittenAndReadAsSortedHashes() throws {
    let list = try ListSamples.list((0..<3000).map { "user-\($0)" })
    var count = 0
    for index in 0..<IDList.bucketCount {
      let bucket = try #require(list.bucket(index))
      #expect(bucket.encoded.count == bucket.ids.count * 16)
      #expect(try IDBucket(index: index, encoded: bucket.encoded) == bucket)
      count += bucket.ids.count
    }
    #expect(count == list.count)
    #expect(list.bucket(-1) == nil)
    #expect(list.bucket(4096) == nil)
  }

  @Test func mayBeEmpty() throws {
    #expect(try IDBucket(index: 4095, encoded: []).ids.isEmpty)
  }

  @Test(
    arguments: [
      (-1, [], .noSuchBucket(-1)),
      (4096, [], .noSuchBucket(4096)),
      (0, [UInt8](repeating: 0, count: 15), .bucketLength(bucket: 0, bytes: 15)),
      (0, [UInt8](repeating: 0, count: 33), .bucketLength(bucket: 0, bytes: 33)),
      (1, hash(0x00, 0x10, 1) + hash(0x00, 0x20, 1), .wrongBucket(bucket: 1, place: 1, belongsTo: 2)),
      (4094, hash(0xFF, 0xF0, 1), .wrongBucket(bucket: 4094, place: 0, belongsTo: 4095)),
      (1, hash(0x00, 0x10, 2) + hash(0x00, 0x10, 1), .unsortedBucket(bucket: 1, place: 1)),
      (1, hash(0x00, 0x10, 1) + hash(0x00, 0x10, 1), .unsortedBucket(bucket: 1, place: 1)),
    ] as [(Int, [UInt8], IDListError)]) func refusesBadBytesAndSaysWhy(index: Int, bytes: [UInt8], error: IDListError)
  {
    #expect(throws: error) { try IDBucket(index: index, encoded: bytes) }
    #expect(error.description.contains("bucket \(index)"))
  }
}
