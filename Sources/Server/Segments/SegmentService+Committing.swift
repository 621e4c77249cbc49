import SerinFlags
import Store

extension SegmentService {
  /// So many bytes of hashes are put aside in one transaction, so that a kill waits for no more than that.
  private static let batchBytes = 512 * 1024

  /// Makes a list current; false when the segment was changed by somebody else meanwhile.
  func commit(_ change: ListChange, in place: Place) async throws(Problem) -> Bool {
    guard let digest = change.digest else { return try await commit(change, upload: nil, in: place) }
    let upload = try await withStore { () async throws(StoreError) in try await store.beginListUpload() }
    let name = digest.total.hexadecimal
    await keeper.prepare(change.new.list, digest: name)
    do throws(Problem) {
      try await stage(change, digest, upload: upload, in: place)
      let isDone = try await commit(change, upload: upload, in: place)
      if !isDone { await discard(upload) }
      await keeper.release(digest: name)
      return isDone
    } catch {
      await discard(upload)
      await keeper.release(digest: name)
      throw error
    }
  }

  private func commit(_ change: ListChange, upload: String?, in place: Place) async throws(Problem) -> Bool {
    try await flags.changing(place.project) { () async throws(Problem) in
      let edit = change.edit(in: place.environment, upload: upload)
      do throws(Problem) {
        try await flags.commit(Change(chain: place.project.id, edits: [edit]), in: place.environment)
        return true
      } catch {
        if case .conflict? = error.storeError { return false }
        throw error
      }
    }
  }

  /// Puts the buckets aside that differ from what the store has now.
  private func stage(
    _ change: ListChange, _ digest: IDListDigest, upload: String, in place: Place
  ) async throws(Problem) {
    let known = try await withStore { () async throws(StoreError) in
      try await store.listBucketDigests(
        environmentID: place.environment.id, segmentID: change.current.record.id)
    }
    var batch: [ListChunk] = []
    var bytes = 0
    for index in 0..<IDList.bucketCount {
      guard let bucket = change.new.list.bucket(index), let name = digest.bucket(index) else { continue }
      let isSame = bucket.ids.isEmpty ? known[index] == nil : known[index] == name
      guard !isSame else { continue }
      batch.append(ListChunk(bucket: index, hashes: bucket.encoded, digest: name))
      bytes += bucket.ids.count * ListedID.encodedSize
      guard bytes >= Self.batchBytes else { continue }
      try await put(batch, upload)
      batch = []
      bytes = 0
    }
    if !batch.isEmpty { try await put(batch, upload) }
  }

  private func put(_ batch: [ListChunk], _ upload: String) async throws(Problem) {
    guard !Task.isCancelled else { throw Problem(.badRequest, "the client has gone; nothing was changed") }
    try await withStore { () async throws(StoreError) in try await store.stage(batch, upload: upload) }
  }

  /// What cannot be removed now is swept when the store is opened the next time.
  private func discard(_ upload: String) async {
    try? await store.discardListUpload(upload)
  }
}
