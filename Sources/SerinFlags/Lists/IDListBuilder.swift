/// Makes a list of ids that come one after another: from an import, or from the lines of a file.
///
/// Ids are hashed as they come and kept in chunks; whenever enough of them have gathered, they are sorted and merged into
/// the list so far. So ids that repeat take no room, and about twice the finished list's memory is needed at most.
///
/// After an error the builder may go on with the next id, but what it holds is then not all that was given.
package struct IDListBuilder {
  private let environmentID: [UInt8]
  private let engine: DigestEngine
  private let limit: Int

  private var list = IDList()
  /// Full chunks, then the one that is being filled.
  private var chunks: [[ListedID]] = []
  private var chunk: [ListedID] = []
  /// How many ids the chunks may hold before they are merged.
  private var capacity = Self.leastCapacity

  /// How many lines or ids have been seen.
  package private(set) var line = 0
  /// The ids themselves, each once and in the order of their coming, as long as there are no more than wanted; nil when
  /// there were more.
  package private(set) var keptIDs: [String]?
  private let keptLimit: Int
  private var keptHashes: Set<ListedID> = []
  /// The beginning of a line whose end has not come.
  var unfinishedLine: [UInt8] = []

  private static let chunkCapacity = 16_384
  private static let leastCapacity = 16 * chunkCapacity

  /// Creates a builder for the lists of an environment.
  ///
  /// - Parameters:
  ///   - environmentID: Takes part in every hash; see ``ListedID``.
  ///   - engine: What computes the hashes.
  ///   - limit: The most different ids, at most ``IDListLimits/ids``.
  ///   - kept: How many ids are kept as they are beside their hashes; see ``keptIDs``.
  package init(
    environmentID: String, engine: DigestEngine = .swift, limit: Int = IDListLimits.ids, keeping kept: Int = 0
  ) {
    keptLimit = kept
    keptIDs = kept > 0 ? [] : nil
    self.environmentID = Array(environmentID.utf8)
    self.engine = engine
    self.limit = min(limit, IDListLimits.ids)
  }

  /// Adds one id; one that is in already changes nothing.
  ///
  /// - Throws: When it is not 1 to 1,024 bytes, or holds a control character; the line is the number of the call.
  package mutating func add(_ id: String) throws(IDListError) {
    var failure: IDListError?
    id.withBytes { bytes in
      do throws(IDListError) { try add(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Adds one id given as its bytes.
  ///
  /// - Throws: When it is not 1 to 1,024 bytes of valid UTF-8, or holds a control character, or when there are too many
  ///   different ids, which is noticed now and then and at the end.
  package mutating func add(_ id: UnsafeBufferPointer<UInt8>) throws(IDListError) {
    line += 1
    if let problem = IDProblem(in: id) { throw .badID(line: line, problem) }
    if chunk.isEmpty { chunk.reserveCapacity(Self.chunkCapacity) }
    let hash = environmentID.withUnsafeBufferPointer { ListedID(id, environmentID: $0, engine: engine) }
    chunk.append(hash)
    if keptIDs != nil { keep(id, hash) }
    guard chunk.count == Self.chunkCapacity else { return }
    chunks.append(chunk)
    chunk = []
    if chunks.count * Self.chunkCapacity >= capacity { try merge() }
  }

  /// The list of all ids that were added; the builder is empty afterwards.
  ///
  /// - Throws: When the last line, which had no end, is no id, or when there are too many different ids.
  package mutating func finish() throws(IDListError) -> IDList {
    try addUnfinishedLine()
    try merge()
    list.useLargePages(engine)
    let result = list
    self = IDListBuilder(
      environmentID: String(decoding: environmentID, as: UTF8.self), engine: engine, limit: limit,
      keeping: keptLimit)
    return result
  }

  private mutating func keep(_ id: UnsafeBufferPointer<UInt8>, _ hash: ListedID) {
    guard keptHashes.insert(hash).inserted else { return }
    if keptHashes.count > keptLimit {
      keptIDs = nil
      keptHashes = []
    } else {
      keptIDs?.append(String(decoding: id, as: UTF8.self))
    }
  }

  private mutating func merge() throws(IDListError) {
    chunks.append(chunk)
    chunk = []
    list = try list.inserting(sorted: IDSorting.sortedWithoutDuplicates(&chunks), limit: limit)
    // A quarter of what there is: few enough to need little room, enough that the merging costs little for each id.
    capacity = max(Self.leastCapacity, list.count / 4)
  }
}
