import SerinFlags
import Store

extension FlagService {
  /// A page of a flag's history in one environment, newest first.
  ///
  /// A flag has two halves with versions of their own, its own fields and what the environment has of it; an entry is a
  /// change of either or of both at once. A page ends early, after one entry at least, where documents are large.
  /// - Parameters:
  ///   - before: The version after the page's first one; nil for the newest page.
  ///   - limit: How many entries at most.
  ///   - bytes: How many bytes the documents that are compared may have together.
  func versions(
    of key: String, in place: Place, before: FlagVersions?, limit: Int, bytes: Int = HistoryWindow.pageBytes
  ) async throws(Problem) -> FlagVersionPage {
    let current = try await view(key, in: place)
    var cursor = before ?? current.versions
    guard cursor.flag <= current.versions.flag, cursor.item <= current.versions.item else {
      throw Problem(
        .badRequest, "\"\(cursor.text)\" is not a version of this flag; it is at \"\(current.versions.text)\"")
    }
    var flags = flagReader(current.flag.id)
    var items = itemReader(current)
    var page = FlagVersionPage()
    var size = 0
    var isShown = before == nil
    while let flag = try await flags.version(cursor.flag), let item = try await items.version(cursor.item) {
      let earlier = FlagVersions(steppingBackFrom: cursor, flag: flag.author, item: item.author)
      if isShown {
        var previous: FlagView?
        if let earlier, let flag = try await flags.version(earlier.flag),
          let item = try await items.version(earlier.item)
        {
          previous = try FlagView(flag: flag.flag, item: item.item, environment: place.environment)
        }
        let view = try FlagView(flag: flag.flag, item: item.item, environment: place.environment)
        let author = flag.author.auditSequence > item.author.auditSequence ? flag.author : item.author
        page.entries.append(
          FlagVersionEntry(
            view: view, author: author,
            changes: StructuralDiff(from: previous?.document ?? [:], to: view.document).changes))
        size += item.item.document.utf8.count + (previous?.item.document.utf8.count ?? 0)
      }
      isShown = true
      guard let earlier else { break }
      if page.entries.count >= limit || size >= bytes {
        page.next = cursor
        break
      }
      cursor = earlier
    }
    return page
  }

  /// A flag as it was at one of its versions.
  /// - Throws: 404 when it never was there.
  func view(_ key: String, at versions: FlagVersions, in place: Place) async throws(Problem) -> FlagView {
    let current = try await view(key, in: place)
    let flags = try await flagVersions(current.flag.id, versions.flag...min(versions.flag, .max - 1) + 1)
    let items = try await itemVersions(current, versions.item...min(versions.item, .max - 1) + 1)
    guard let flag = flags[versions.flag], let item = items[versions.item],
      flag.author.isBefore(items[versions.item + 1]?.author), item.author.isBefore(flags[versions.flag + 1]?.author)
    else {
      throw Problem(
        .notFound, "flag \"\(key)\" has no version \"\(versions.text)\"; it is at \"\(current.versions.text)\"")
    }
    return try FlagView(flag: flag.flag, item: item.item, environment: place.environment)
  }

  /// Makes a flag in one environment what it was at an earlier version, as a new version.
  ///
  /// Its own fields come back too. Whether it is killed or archived stays as it is: those have ways back of their own.
  /// - Throws: 422 when it would refer to what is gone meanwhile, or when a property would change its type; 404, 409.
  func restore(
    _ key: String, to versions: FlagVersions, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) -> FlagView {
    let past = try await view(key, at: versions, in: place)
    return try await changing(place.project) { () async throws(Problem) in
      try await replaceNow(
        key, document: .object(past.editable), versions: nil, action: "flag.restore", in: place, by: caller,
        reason: reason)
    }
  }

  private func flagReader(_ id: String) -> VersionReader<FlagVersion> {
    VersionReader(number: \.flag.version) { window async throws(StoreError) in
      try await store.flagHistory(flagID: id, newest: window)
    }
  }

  private func itemReader(_ current: FlagView) -> VersionReader<ItemVersion> {
    VersionReader(number: \.item.version) { window async throws(StoreError) in
      try await store.itemHistory(
        environmentID: current.environment.id, kind: .flag, id: current.flag.id, newest: window)
    }
  }

  private func flagVersions(
    _ id: String, _ versions: ClosedRange<Int64>
  ) async throws(Problem) -> [Int64: FlagVersion] {
    let found = try await withStore { () async throws(StoreError) in
      try await store.flagHistory(flagID: id, versions: versions)
    }
    return Dictionary(found.map { ($0.flag.version, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func itemVersions(
    _ current: FlagView, _ versions: ClosedRange<Int64>
  ) async throws(Problem) -> [Int64: ItemVersion] {
    let found = try await withStore { () async throws(StoreError) in
      try await store.itemHistory(
        environmentID: current.environment.id, kind: .flag, id: current.flag.id, versions: versions)
    }
    return Dictionary(found.map { ($0.item.version, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Authorship {
  /// Whether this one's half was there before the other half moved on; nil when it never did.
  fileprivate func isBefore(_ next: Authorship?) -> Bool {
    guard let next else { return true }
    return auditSequence < next.auditSequence && !isOneChange(with: next)
  }

  /// Whether one edit wrote both: the flag's fields are under the audit row of the first environment that it touches.
  fileprivate func isOneChange(with other: Authorship) -> Bool {
    at == other.at && actor == other.actor && action == other.action
      && abs(auditSequence - other.auditSequence) <= Int64(ProjectService.maximumEnvironments)
  }
}

extension FlagVersions {
  /// The versions before some: the half that was written last steps back, or both when one change wrote both.
  ///
  /// Nil when there are none.
  fileprivate init?(steppingBackFrom versions: FlagVersions, flag: Authorship, item: Authorship) {
    let isTogether = flag.isOneChange(with: item)
    let isFlag = isTogether || flag.auditSequence > item.auditSequence
    let isItem = isTogether || !isFlag
    let earlier = FlagVersions(
      flag: versions.flag - (isFlag && versions.flag > 1 ? 1 : 0),
      item: versions.item - (isItem && versions.item > 1 ? 1 : 0))
    guard earlier != versions else { return nil }
    self = earlier
  }
}
