internal import Store

/// The buckets of lists that are put aside until they become current together.
///
/// What is written here is no configuration: nobody reads it before an ``Edit/list`` refers to it.
struct ListStaging {
  let connection: Connection

  /// Notes an upload.
  func begin(_ upload: String, at instant: Int64) throws(StoreError) {
    try check()
    try connection.transaction { () throws(StoreError) in
      try connection.run("INSERT INTO list_upload (id, begun_at) VALUES (?, ?)", upload, instant)
    }
  }

  /// Puts buckets aside.
  func stage(_ chunks: [ListChunk], upload: String) throws(StoreError) {
    try check()
    try connection.transaction { () throws(StoreError) in
      let isThere = try connection.row("SELECT 1 FROM list_upload WHERE id = ?", upload, make: { _ in true })
      guard isThere != nil else { throw StoreError.notFound(object: "upload:\(upload)") }
      for chunk in chunks {
        let content: [UInt8]? = chunk.hashes.isEmpty ? nil : chunk.digest
        if content != nil {
          try connection.run(
            "INSERT OR IGNORE INTO list_bucket (digest, n, hashes) VALUES (?, ?, ?)", chunk.digest,
            Int64(chunk.hashes.count / 16), chunk.hashes)
        }
        try connection.run(
          "INSERT OR REPLACE INTO list_stage (upload_id, bucket, digest) VALUES (?, ?, ?)", upload,
          Int64(chunk.bucket), content)
      }
    }
  }

  /// Forgets an upload, with the buckets that nothing else refers to.
  func discard(_ upload: String) throws(StoreError) {
    try check()
    try connection.transaction { () throws(StoreError) in try discardRows(of: upload) }
  }

  /// The same inside a transaction.
  func discardRows(of upload: String) throws(StoreError) {
    try connection.run(
      """
      DELETE FROM list_bucket WHERE digest IN (SELECT digest FROM list_stage WHERE upload_id = ?1)
        AND NOT EXISTS (SELECT 1 FROM list_chunk AS c WHERE c.digest = list_bucket.digest)
        AND NOT EXISTS (SELECT 1 FROM list_stage AS s WHERE s.digest = list_bucket.digest AND s.upload_id <> ?1)
      """, upload)
    try forget(upload)
  }

  /// Forgets every upload: those of a process that ended before they became current.
  ///
  /// A disk that is full is no reason not to open; they are forgotten later then.
  func sweep() throws(StoreError) {
    // A program that is told to keep to an older schema has no such table.
    let table = try connection.row("SELECT 1 FROM sqlite_master WHERE name = 'list_upload'", make: { _ in true })
    guard table != nil else { return }
    let uploads = try connection.rows("SELECT id FROM list_upload") { $0.text(0) }
    do throws(StoreError) {
      for upload in uploads { try discard(upload) }
    } catch .full {}
  }

  /// Removes the rows of an upload, but no buckets.
  func forget(_ upload: String) throws(StoreError) {
    try connection.run("DELETE FROM list_stage WHERE upload_id = ?", upload)
    try connection.run("DELETE FROM list_upload WHERE id = ?", upload)
  }

  /// The digests of the buckets that a segment's list has now, by bucket.
  func bucketDigests(environmentID: String, segmentID: String) throws(StoreError) -> [Int: [UInt8]] {
    let rows = try connection.rows(
      """
      SELECT bucket, digest FROM list_chunk WHERE env_id = ? AND segment_id = ? AND revision_to IS NULL
      """, environmentID, segmentID
    ) { (Int($0.integer(0)), $0.blob(1)) }
    return Dictionary(rows, uniquingKeysWith: { _, last in last })
  }

  /// After a failed disk nothing is written any more; see ``Connection/hasFailed``.
  private func check() throws(StoreError) {
    guard !connection.hasFailed else {
      throw .failed(reason: "the disk failed earlier; nothing is written until the store is opened again")
    }
  }
}
