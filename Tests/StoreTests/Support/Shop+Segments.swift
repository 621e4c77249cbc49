import SerinFlags
import Store

extension Shop {
  static func segment(
    _ key: String, id: String? = nil, kind: String = "list", description: String = "", tags: [String] = []
  ) -> SegmentRecord {
    SegmentRecord(
      id: id ?? "g_\(key)", projectID: Shop.id, key: key, kind: kind, description: description, tags: tags)
  }

  /// The buckets of a list as the store has them, those without ids included.
  static func chunks(_ list: IDList, buckets: some Sequence<Int> = 0..<4096) -> [ListChunk] {
    buckets.compactMap { index in
      guard let bucket = list.bucket(index), let digest = list.bucketDigest(index) else { return nil }
      return ListChunk(bucket: index, hashes: bucket.encoded, digest: digest)
    }
  }

  /// A list of ids of the production environment.
  static func list(_ ids: some Sequence<String>) throws(IDListError) -> IDList {
    var builder = IDListBuilder(environmentID: production)
    for id in ids { try builder.add(id) }
    return try builder.finish()
  }
}

extension ConfigurationStore {
  /// Creates a segment without a definition.
  @discardableResult
  func createSegment(_ key: String, id: String? = nil) async throws(StoreError) -> Commit {
    try await write("segment.create", object: "segment:\(key)") { edit in
      edit.segment = SegmentWrite(segment: Shop.segment(key, id: id), expects: .absent)
    }
  }

  /// Puts a list in the place of a segment's list in production: only the buckets that differ.
  @discardableResult
  func replaceList(
    of key: String, by list: IDList, digest: [UInt8]? = nil, expects: Expectation
  ) async throws(StoreError) -> Commit {
    let id = "g_\(key)"
    let known = try await listBucketDigests(environmentID: Shop.production, segmentID: id)
    let upload = try await beginListUpload()
    let changed = Shop.chunks(list).filter {
      $0.hashes.isEmpty ? known[$0.bucket] != nil : known[$0.bucket] != $0.digest
    }
    try await stage(changed, upload: upload)
    let digest = digest ?? list.digest
    return try await write("segment.list", object: "segment:\(key)") { edit in
      edit.items = [
        ItemWrite(
          environmentID: Shop.production, kind: .segment, id: key,
          document: #"{"listed":"\#(digest.map { String($0, radix: 16) }.joined())"}"#, expects: expects)
      ]
      edit.list = ListWrite(
        environmentID: Shop.production, segmentID: id, upload: upload, digest: digest, count: Int64(list.count))
    }
  }

  /// The ids' hashes of a state of a list, in order.
  func hashes(of list: ListRecord?) async throws(StoreError) -> [UInt8] {
    guard let list else { return [] }
    return try await listChunks(of: list, buckets: 0..<4096).flatMap(\.hashes)
  }
}
