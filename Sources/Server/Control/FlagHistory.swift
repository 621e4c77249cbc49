import SerinFlags
import Store

/// What happened to a flag in an environment since the versions that an edit started from.
enum FlagHistory {
  /// Reads what an edit started from; what came between is read only when two sides have changed the same.
  /// - Throws: 412 when the versions never existed.
  static func read(
    store: any ConfigurationStore, current: FlagView, from versions: FlagVersions
  ) async throws(Problem) -> EditHistory {
    guard versions.flag <= current.versions.flag, versions.item <= current.versions.item else {
      throw Problem(
        .preconditionFailed, "\"\(versions.text)\" is not a version of this flag; it is at \"\(current.versions.text)\""
      )
    }
    let flags = try await withStore { () async throws(StoreError) in
      try await store.flagHistory(
        flagID: current.flag.id, newest: HistoryWindow(versions: versions.flag...versions.flag, rows: 1))
    }
    let items = try await withStore { () async throws(StoreError) in
      try await store.itemHistory(
        environmentID: current.environment.id, kind: .flag, id: current.flag.id,
        newest: HistoryWindow(versions: versions.item...versions.item, rows: 1))
    }
    guard let flag = flags.first, let item = items.first else {
      throw Problem(.preconditionFailed, "\"\(versions.text)\" is no longer on record; read the flag again")
    }
    return EditHistory(
      subject: "flag \"\(current.flag.key)\"", versions: current.versions.text,
      base: try document(item.item, flag.flag, in: current.environment), current: current.editable
    ) { names async throws(Problem) in
      try await authors(of: names, store: store, current: current, since: versions)
    }
  }

  /// A member belongs to one half of a flag: in the other one it is the same all the way.
  private static func authors(
    of names: Set<String>, store: any ConfigurationStore, current: FlagView, since versions: FlagVersions
  ) async throws(Problem) -> [String: Authorship] {
    let environment = current.environment
    var authors = MemberAuthors(of: names)
    try await authors.search(versions.item...current.versions.item) { window async throws(StoreError) in
      try await store.itemHistory(
        environmentID: environment.id, kind: .flag, id: current.flag.id, newest: window)
    } step: { version throws(Problem) in
      (version.item.version, try document(version.item, current.flag, in: environment), version.author)
    }
    try await authors.search(versions.flag...current.versions.flag) { window async throws(StoreError) in
      try await store.flagHistory(flagID: current.flag.id, newest: window)
    } step: { version throws(Problem) in
      (version.flag.version, try document(current.item, version.flag, in: environment), version.author)
    }
    return authors.found
  }

  private static func document(
    _ item: ItemRecord, _ flag: FlagRecord, in environment: EnvironmentRecord
  ) throws(Problem) -> JSONObject {
    try FlagView(flag: flag, item: item, environment: environment).editable
  }
}
