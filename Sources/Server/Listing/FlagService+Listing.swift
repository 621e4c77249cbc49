import SerinFlags
import Store

/// A page of flags.
struct FlagPage: Sendable {
  let flags: [FlagView]
  /// How many flags are wanted in all.
  let total: Int
  /// Where the next page begins; nil on the last one.
  let next: FlagQuery.Cursor?
  let epoch: Int64
  let revision: Int64

  /// The page as answers have it.
  /// - Parameter uses: When its flags were used.
  func json(_ uses: FlagUses) -> JSONValue {
    .object([
      "epoch": .number(Double(epoch)), "revision": .number(Double(revision)), "total": .number(Double(total)),
      "next": next.map { .string($0.text) } ?? .null, "flags": .array(flags.map { $0.json(uses) }),
    ])
  }
}

extension FlagService {
  /// The flags of an environment that are wanted, in the wanted order.
  ///
  /// Only the documents of one page are read, however many flags there are.
  func list(_ query: FlagQuery, in place: Place) async throws(Problem) -> FlagPage {
    let projectID = place.project.id
    let all = try await withStore { () async throws(StoreError) in try await store.flags(projectID: projectID) }
    let served = keeper.state.rulesets[place.environment.id]
    let today = String(keeper.now.description.prefix(10))
    var wanted: [(place: FlagQuery.Cursor, flag: FlagRecord)] = []
    for flag in all {
      let isKilled = query.isKilled == nil ? false : served?.flags[flag.key]?.entry.definition?.isKilled ?? false
      guard query.wants(flag, isKilled: isKilled, today: today) else { continue }
      wanted.append((FlagQuery.Cursor(value: query.value(of: flag), key: flag.key), flag))
    }
    wanted.sort { query.precedes($0.place, $1.place) }
    let total = wanted.count
    if let cursor = query.cursor { wanted = Array(wanted.drop { !query.precedes(cursor, $0.place) }) }
    let page = query.limit.map { wanted.prefix($0) } ?? wanted[...]
    let next = page.count < wanted.count ? page.last?.place : nil
    let ids = query.limit == nil ? nil : page.map(\.flag.id)
    let delta = try await withStore { () async throws(StoreError) in
      try await store.items(environmentID: place.environment.id, kind: .flag, ids: ids)
    }
    let items = Dictionary(delta.items.map { (ExactString($0.id), $0) }, uniquingKeysWith: { first, _ in first })
    var views: [FlagView] = []
    for (_, flag) in page {
      // A flag that was made between the two reads has no item in the second one's snapshot only if it is gone again.
      guard let item = items[ExactString(flag.id)] else { continue }
      views.append(try FlagView(flag: flag, item: item, environment: place.environment))
    }
    return FlagPage(
      flags: views, total: total, next: next, epoch: delta.epoch, revision: delta.environment.revision)
  }
}
