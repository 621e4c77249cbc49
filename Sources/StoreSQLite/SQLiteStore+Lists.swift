public import Store

extension SQLiteStore {
  /// The newest state with this content that any list of the environment ever had, or nil.
  public func list(environmentID: String, digest: [UInt8]) async throws(StoreError) -> ListRecord? {
    try await read { connection throws(StoreError) in
      try connection.row(
        """
        SELECT \(Row.listColumns) FROM list WHERE env_id = ? AND digest = ? ORDER BY revision DESC LIMIT 1
        """, environmentID, digest
      ) { $0.list() }
    }
  }

  /// The state that the list of a segment had at a revision, or nil when it had none yet.
  public func list(
    environmentID: String, segmentID: String, at revision: Int64
  ) async throws(StoreError) -> ListRecord? {
    try await read { connection throws(StoreError) in
      try connection.row(
        """
        SELECT \(Row.listColumns) FROM list WHERE env_id = ? AND segment_id = ? AND revision <= ?
        ORDER BY revision DESC LIMIT 1
        """, environmentID, segmentID, revision
      ) { $0.list() }
    }
  }

  /// The buckets of a state that are not empty, in ascending order.
  public func listChunks(of list: ListRecord, buckets: Range<Int>) async throws(StoreError) -> [ListChunk] {
    try await read { connection throws(StoreError) in
      try connection.rows(
        """
        SELECT c.bucket, b.hashes, c.digest FROM list_chunk AS c JOIN list_bucket AS b ON b.digest = c.digest
        WHERE c.env_id = ?1 AND c.segment_id = ?2 AND c.bucket >= ?4 AND c.bucket < ?5
          AND c.revision_from <= ?3 AND (c.revision_to IS NULL OR c.revision_to > ?3) ORDER BY c.bucket
        """, list.environmentID, list.segmentID, list.revision, Int64(buckets.lowerBound), Int64(buckets.upperBound)
      ) { row in ListChunk(bucket: Int(row.integer(0)), hashes: row.blob(1), digest: row.blob(2)) }
    }
  }

  /// The digests of the buckets that a segment's list has now, by bucket; empty ones are left out.
  public func listBucketDigests(
    environmentID: String, segmentID: String
  ) async throws(StoreError) -> [Int: [UInt8]] {
    try await read { connection throws(StoreError) in
      try ListStaging(connection: connection).bucketDigests(environmentID: environmentID, segmentID: segmentID)
    }
  }

  /// Begins to put the buckets of a new state aside, and gives the upload's id.
  public func beginListUpload() async throws(StoreError) -> String {
    let id = RecordID.make(prefix: "u_")
    let clock = clock
    try await useWriter { connection throws(StoreError) in
      try ListStaging(connection: connection).begin(id, at: clock())
    }
    return id
  }

  /// Puts buckets aside that will differ from what the list has now.
  public func stage(_ chunks: [ListChunk], upload: String) async throws(StoreError) {
    try await useWriter { connection throws(StoreError) in
      try ListStaging(connection: connection).stage(chunks, upload: upload)
    }
  }

  /// Forgets an upload; one that is not there is no error.
  public func discardListUpload(_ upload: String) async throws(StoreError) {
    try await useWriter { connection throws(StoreError) in
      try ListStaging(connection: connection).discard(upload)
    }
  }
}
