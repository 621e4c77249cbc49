internal import SerinFlags
internal import Store

extension ChangeApplication {
  /// Makes the buckets of an upload those of a list, from the environment's new revision on.
  ///
  /// It comes after the edit's items, which give the environment that revision. Hashes are not moved: a million ids are
  /// some thousand short rows.
  mutating func apply(_ write: ListWrite) throws(StoreError) {
    let staging = ListStaging(connection: connection)
    guard try exists("SELECT 1 FROM list_upload WHERE id = ?", write.upload) else {
      throw .notFound(object: "upload:\(write.upload)")
    }
    let environment = environments[try indexOfEnvironment(write.environmentID)]
    guard environment.isTouched else { return try staging.discardRows(of: write.upload) }
    guard try exists("SELECT 1 FROM segment WHERE id = ?", write.segmentID) else {
      throw .notFound(object: "segment:\(write.segmentID)")
    }
    let revision = environment.record.revision
    try connection.run(
      """
      UPDATE list_chunk SET revision_to = ? WHERE env_id = ? AND segment_id = ? AND revision_to IS NULL
        AND bucket IN (SELECT bucket FROM list_stage WHERE upload_id = ?)
      """, revision, write.environmentID, write.segmentID, write.upload)
    try connection.run(
      """
      INSERT INTO list_chunk (env_id, segment_id, bucket, revision_from, digest)
      SELECT ?, ?, bucket, ?, digest FROM list_stage WHERE upload_id = ? AND digest IS NOT NULL
      """, write.environmentID, write.segmentID, revision, write.upload)
    try staging.forget(write.upload)
    try verify(write)
    try connection.run(
      "INSERT INTO list (\(Row.listColumns)) VALUES (?, ?, ?, ?, ?)", write.environmentID, write.segmentID, revision,
      write.digest, write.count)
  }

  /// Refuses a state whose buckets are not what the write says.
  private func verify(_ write: ListWrite) throws(StoreError) {
    let staging = ListStaging(connection: connection)
    let digests = try staging.bucketDigests(environmentID: write.environmentID, segmentID: write.segmentID)
    let count = try connection.row(
      """
      SELECT coalesce(sum(b.n), 0) FROM list_chunk AS c JOIN list_bucket AS b ON b.digest = c.digest
      WHERE c.env_id = ? AND c.segment_id = ? AND c.revision_to IS NULL
      """, write.environmentID, write.segmentID
    ) { $0.integer(0) }
    guard count == write.count, IDListDigest(buckets: digests).total == write.digest else {
      throw .failed(
        reason: "\(write.object): the buckets that were put aside do not make the list of \(write.count) ids")
    }
  }
}
