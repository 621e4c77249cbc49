import SerinFlags
import Store

extension SegmentService {
  /// What happened to a segment since the versions that an edit started from.
  ///
  /// What came between is read only when two sides have changed the same.
  /// - Throws: 412 when the versions never existed.
  func history(of current: SegmentDetails, from versions: SegmentVersions) async throws(Problem) -> EditHistory {
    let now = current.versions
    guard versions.segment <= now.segment, versions.item <= now.item else {
      throw Problem(
        .preconditionFailed, "\"\(versions.text)\" is not a version of this segment; it is at \"\(now.text)\"")
    }
    let records = try await withStore { () async throws(StoreError) in
      try await store.segmentHistory(
        segmentID: current.record.id,
        newest: HistoryWindow(versions: versions.segment...versions.segment, rows: 1))
    }
    var item: ItemRecord?
    if versions.item > 0 {
      item = try await items(of: current, HistoryWindow(versions: versions.item...versions.item, rows: 1)).first?.item
    }
    guard let record = records.first, versions.item == 0 || item != nil else {
      throw Problem(.preconditionFailed, "\"\(versions.text)\" is no longer on record; read the segment again")
    }
    return EditHistory(
      subject: "segment \"\(current.record.key)\"", versions: now.text,
      base: Self.document(record.segment, item, of: current), current: current.editable
    ) { names async throws(Problem) in try await authors(of: names, current: current, since: versions) }
  }

  private func authors(
    of names: Set<String>, current: SegmentDetails, since versions: SegmentVersions
  ) async throws(Problem) -> [String: Authorship] {
    var authors = MemberAuthors(of: names)
    if current.versions.item > 0 {
      try await authors.search(max(1, versions.item)...current.versions.item) { window async throws(StoreError) in
        try await store.itemHistory(
          environmentID: current.environment.id, kind: .segment, id: current.record.key, newest: window)
      } step: { version throws(Problem) in
        (version.item.version, Self.document(current.record, version.item, of: current), version.author)
      }
      // Before its first item the environment had no definition at all.
      if versions.item == 0 { authors.addBase(Self.document(current.record, nil, of: current), after: 1) }
    }
    try await authors.search(versions.segment...current.versions.segment) { window async throws(StoreError) in
      try await store.segmentHistory(segmentID: current.record.id, newest: window)
    } step: { version throws(Problem) in
      (version.segment.version, Self.document(version.segment, current.item, of: current), version.author)
    }
    return authors.found
  }

  private func items(of current: SegmentDetails, _ window: HistoryWindow) async throws(Problem) -> [ItemVersion] {
    try await withStore { () async throws(StoreError) in
      try await store.itemHistory(
        environmentID: current.environment.id, kind: .segment, id: current.record.key, newest: window)
    }
  }

  private static func document(
    _ record: SegmentRecord, _ item: ItemRecord?, of current: SegmentDetails
  ) -> JSONObject {
    SegmentDetails(record: record, item: item, environment: current.environment).editable
  }
}
