import SerinFlags
import Store

/// Reads long lists from the store.
struct ListLoader: Sendable {
  let store: any ConfigurationStore
  let log: @Sendable (String) -> Void

  /// So many buckets are read at a time, so that other reads get their turn during a list of millions.
  private static let slice = 256

  /// The list with a digest, or nil when the environment never had it or its buckets are damaged.
  ///
  /// It runs on no event loop: putting millions of ids together takes tenths of a second.
  func list(_ digest: String, in environmentID: String) async throws(StoreError) -> IDList? {
    let task = Task.detached { () async -> Result<IDList?, StoreError> in
      do throws(StoreError) { return .success(try await read(digest, in: environmentID)) } catch {
        return .failure(error)
      }
    }
    return try await task.value.get()
  }

  private func read(_ digest: String, in environmentID: String) async throws(StoreError) -> IDList? {
    guard let bytes = [UInt8](hexadecimal: digest), bytes.count == IDListDigest.size,
      let state = try await store.list(environmentID: environmentID, digest: bytes)
    else { return nil }
    var buckets: [IDBucket] = []
    do {
      for start in stride(from: 0, to: IDList.bucketCount, by: Self.slice) {
        let chunks = try await store.listChunks(of: state, buckets: start..<min(start + Self.slice, IDList.bucketCount))
        for chunk in chunks { buckets.append(try IDBucket(index: chunk.bucket, encoded: chunk.hashes)) }
      }
      let list = try IDList().replacing(buckets)
      guard list.digest(engine: .hardware) == bytes else {
        log("the list \(digest) in environment \(environmentID) is damaged: its buckets have another digest")
        return nil
      }
      list.useLargePages(.hardware)
      return list
    } catch let error as StoreError {
      throw error
    } catch {
      log("the list \(digest) in environment \(environmentID) is damaged: \(error)")
      return nil
    }
  }
}
