import SerinFlags
import Store

/// What happened to a flag in an environment since the versions that an edit started from.
enum FlagHistory {
  /// Reads the versions between `versions` and the current ones.
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
      try await store.flagHistory(flagID: current.flag.id, versions: versions.flag...current.versions.flag)
    }
    let items = try await withStore { () async throws(StoreError) in
      try await store.itemHistory(
        environmentID: current.environment.id, kind: .flag, id: current.flag.id,
        versions: versions.item...current.versions.item)
    }
    guard let firstFlag = flags.first, let firstItem = items.first, firstFlag.flag.version == versions.flag,
      firstItem.item.version == versions.item
    else {
      throw Problem(.preconditionFailed, "\"\(versions.text)\" is no longer on record; read the flag again")
    }
    var history = EditHistory(
      subject: "flag \"\(current.flag.key)\"", versions: current.versions.text,
      base: try document(firstItem.item, firstFlag.flag, in: current.environment), current: current.editable)
    for version in flags.dropFirst() {
      history.add(try document(firstItem.item, version.flag, in: current.environment), by: version.author)
    }
    let lastFlag = flags.last?.flag ?? firstFlag.flag
    for version in items.dropFirst() {
      history.add(try document(version.item, lastFlag, in: current.environment), by: version.author)
    }
    return history
  }

  private static func document(
    _ item: ItemRecord, _ flag: FlagRecord, in environment: EnvironmentRecord
  ) throws(Problem) -> JSONObject {
    try FlagView(flag: flag, item: item, environment: environment).editable
  }
}
