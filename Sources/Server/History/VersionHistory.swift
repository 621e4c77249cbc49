import SerinFlags
import Store

/// What a flag or a segment was in one environment, and who made it so.
///
/// It has two halves with versions of their own; a version of the thing is a change of either, or of both at once.
struct VersionHistory<Thing: VersionedThing> {
  /// The thing as it is.
  let current: Thing
  let store: any ConfigurationStore

  /// A page of versions, newest first; it ends early, after one version at least, where documents are large.
  /// - Parameters:
  ///   - before: The version after the page's first one; nil for the newest page.
  ///   - limit: How many versions at most.
  ///   - bytes: How many bytes the documents that are compared may have together.
  /// - Throws: 400 when `before` is newer than the thing, 503 when the store cannot be read.
  func page(
    before: VersionPair?, limit: Int, bytes: Int = HistoryWindow.pageBytes
  ) async throws(Problem) -> VersionPage<Thing> {
    var cursor = before ?? current.versions
    guard cursor.isUpTo(current.versions), cursor.item >= Thing.firstItem else {
      throw Problem(.badRequest, neverWas(cursor))
    }
    var fields = VersionReader { window async throws(StoreError) in try await current.fields(window, from: store) }
    var items = VersionReader { window async throws(StoreError) in try await self.items(window) }
    var page = VersionPage<Thing>()
    var size = 0
    var isShown = before == nil
    var found = try await halves(cursor, &fields, &items)
    while let halves = found {
      let earlier = halves.earlier
      var previous: VersionHalves<Thing>?
      if let earlier { previous = try await self.halves(earlier, &fields, &items) }
      if isShown {
        let thing = try halves.thing(in: current.environment)
        var before: Thing?
        if let previous { before = try previous.thing(in: current.environment) }
        page.entries.append(
          VersionEntry(thing: thing, author: halves.author, changes: thing.changes(since: before)))
        size += halves.bytes + (previous?.bytes ?? 0)
      }
      isShown = true
      guard let earlier, previous != nil else { break }
      if page.entries.count >= limit || size >= bytes {
        page.next = cursor
        break
      }
      cursor = earlier
      found = previous
    }
    return page
  }

  /// What is said of versions that the thing never had.
  func neverWas(_ versions: VersionPair) -> String {
    "\"\(versions.text)\" is not a version of this \(Thing.noun); it is at \"\(current.versions.text)\""
  }

  private func halves(
    _ versions: VersionPair, _ fields: inout VersionReader<Thing.Fields>, _ items: inout VersionReader<ItemVersion>
  ) async throws(Problem) -> VersionHalves<Thing>? {
    let item = try await items.version(versions.item)
    guard let fields = try await fields.version(versions.fields), item != nil || versions.item == 0 else { return nil }
    return VersionHalves(fields: fields, item: item)
  }

  /// The thing as it was at a version.
  /// - Throws: 404 when it never was there.
  func thing(at versions: VersionPair) async throws(Problem) -> Thing {
    guard versions.isUpTo(current.versions), versions.item >= Thing.firstItem, let found = try await together(versions)
    else {
      throw Problem(
        .notFound,
        "\(Thing.noun) \"\(current.key)\" has no version \"\(versions.text)\"; it is at \"\(current.versions.text)\"")
    }
    return try found.thing(in: current.environment)
  }

  /// The halves of some versions; nil when they were never there together.
  private func together(_ versions: VersionPair) async throws(Problem) -> VersionHalves<Thing>? {
    // With the versions after them: each half must have been there before the other one moved on.
    let fields = try await read(versions.fields) { window async throws(StoreError) in
      try await current.fields(window, from: store)
    }
    let items = try await read(versions.item, items)
    let item = items[versions.item]
    guard let found = fields[versions.fields], item != nil || versions.item == 0,
      found.author.isBefore(items[versions.item + 1]?.author),
      item?.author.isBefore(fields[versions.fields + 1]?.author) ?? true
    else { return nil }
    return VersionHalves(fields: found, item: item)
  }

  /// A version and the one after it, by their numbers.
  private func read<Version: AuthoredVersion>(
    _ version: Int64, _ versions: (HistoryWindow) async throws(StoreError) -> [Version]
  ) async throws(Problem) -> [Int64: Version] {
    let window = HistoryWindow(versions: version...version + 1, rows: 2, bytes: .max)
    let found: [Version]
    do throws(StoreError) { found = try await versions(window) } catch { throw Problem(error) }
    return Dictionary(found.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Reads versions of the item, newest first.
  func items(_ window: HistoryWindow) async throws(StoreError) -> [ItemVersion] {
    try await store.itemHistory(
      environmentID: current.environment.id, kind: Thing.kind, id: current.itemID, newest: window)
  }
}
