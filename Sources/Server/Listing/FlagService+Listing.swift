import SerinFlags
import Store

/// A page of flags.
struct FlagPage: Sendable {
  let flags: [FlagView]
  /// How many flags are wanted in all.
  let total: Int
  /// Where the next page begins; nil on the last one.
  let next: ListCursor?
  let epoch: Int64
  let revision: Int64

  /// The page as answers have it.
  /// - Parameter uses: When its flags were used.
  func json(_ uses: LastUses) -> JSONValue {
    .object([
      "epoch": .number(Double(epoch)), "revision": .number(Double(revision)), "total": .number(Double(total)),
      "next": ListCursor.json(next), "flags": .array(flags.map { $0.json(uses) }),
    ])
  }
}

extension FlagService {
  /// The flags of an environment that are wanted, in the wanted order.
  ///
  /// Only the documents of one page are read, however many flags there are.
  func list(_ query: FlagQuery, in place: Place) async throws(Problem) -> FlagPage {
    let all = try await withStore { () async throws(StoreError) in
      query.lifecycle == .deleted
        ? try await store.deletedFlags(projectID: place.project.id).map(FlagDirectory.Entry.init)
        : try await keeper.directory.entries(of: place.project, in: store)
    }
    let served = keeper.state.rulesets[place.environment.id]
    let today = String(keeper.now.description.prefix(10))
    let wanted = query.sorted(
      all.filter { entry in
        // Of a deleted flag the key may be another one's now.
        let isAsked = query.isKilled != nil && entry.flag.deletedAt == nil
        let isKilled = isAsked && served?.flags[entry.flag.key]?.entry.definition?.isKilled ?? false
        return query.wants(entry, isKilled: isKilled, today: today)
      })
    let rest =
      query.cursor.map { cursor in
        wanted.drop { !cursor.precedes(query.place(of: $0.flag), isDescending: query.isDescending) }
      }
      ?? wanted[...]
    let page = query.limit.map { rest.prefix($0) } ?? rest
    let next = page.count < rest.count ? page.last.map { query.place(of: $0.flag).of(query.list) } : nil
    let ids = query.limit == nil ? nil : page.map(\.flag.id)
    let delta = try await withStore { () async throws(StoreError) in
      try await store.items(environmentID: place.environment.id, kind: .flag, ids: ids)
    }
    let items = Dictionary(delta.items.map { (ExactString($0.id), $0) }, uniquingKeysWith: { first, _ in first })
    var views: [FlagView] = []
    for flag in page.map(\.flag) {
      // A flag that was made between the two reads has no item in the second one's snapshot only if it is gone again.
      guard let item = items[ExactString(flag.id)] else { continue }
      views.append(try FlagView(flag: flag, item: item, environment: place.environment))
    }
    return FlagPage(
      flags: views, total: wanted.count, next: next, epoch: delta.epoch, revision: delta.environment.revision)
  }
}
