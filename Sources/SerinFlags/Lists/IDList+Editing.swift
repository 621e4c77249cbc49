extension IDList {
  /// The list with some ids more and some fewer, in any order and any number of times.
  ///
  /// An id that is both added and removed is in. Ids that are in already, or that are not there to be removed, change
  /// nothing; when nothing changes, the result shares its memory with this list.
  ///
  /// - Throws: When there would be more than ``IDListLimits/ids``.
  package func applying(add: [ListedID] = [], remove: [ListedID] = []) throws(IDListError) -> IDList {
    var chunks = [add]
    var added = IDSorting.sortedWithoutDuplicates(&chunks)
    chunks = [remove]
    var removed = IDSorting.sortedWithoutDuplicates(&chunks)
    var index = 0
    removed.removeAll { id in
      while index < added.count, added[index] < id { index += 1 }
      return index < added.count && added[index] == id || !contains(id)
    }
    added.removeAll(where: contains)
    return try merged(adding: added, removing: removed, limit: IDListLimits.ids)
  }

  /// The ids that are in this list and not in another one.
  package func subtracting(_ other: IDList) -> IDList {
    let removed = other.table.members.filter(contains)
    // Taking ids away cannot pass a limit.
    return (try? merged(adding: [], removing: removed, limit: IDListLimits.ids)) ?? self
  }

  /// The list with ids that are sorted and differ from each other.
  func inserting(sorted ids: [ListedID], limit: Int = IDListLimits.ids) throws(IDListError) -> IDList {
    var added = ids
    if !isEmpty { added.removeAll(where: contains) }
    return try merged(adding: added, removing: [], limit: limit)
  }

  /// The ids that are in any of some lists: of the shards, for example, in which an import arrived.
  ///
  /// - Throws: When there would be more than ``IDListLimits/ids``.
  package static func union(_ lists: [IDList]) throws(IDListError) -> IDList {
    try union(lists[...])
  }

  /// Joins halves, so that every id is copied as often as the number of lists can be halved.
  private static func union(_ lists: ArraySlice<IDList>) throws(IDListError) -> IDList {
    guard let first = lists.first else { return IDList() }
    guard lists.count > 1 else { return first }
    let middle = lists.startIndex + lists.count / 2
    let left = try union(lists[..<middle])
    let right = try union(lists[middle...])
    return try left.count < right.count ? right.inserting(left) : left.inserting(right)
  }

  private func inserting(_ other: IDList) throws(IDListError) -> IDList {
    try merged(adding: other.table.members.filter { !contains($0) }, removing: [], limit: IDListLimits.ids)
  }

  /// Adds ids that are not in the list and removes ids that are, both sorted.
  private func merged(
    adding added: [ListedID], removing removed: [ListedID], limit: Int
  ) throws(IDListError) -> IDList {
    if added.isEmpty, removed.isEmpty { return self }
    let size = count + added.count - removed.count
    guard size <= limit else { throw .tooManyIDs(limit: limit) }
    var result = IDTable(expecting: size)
    var nextAdded = 0
    var nextRemoved = 0
    for id in table.members {
      while nextAdded < added.count, added[nextAdded] < id {
        result.append(added[nextAdded])
        nextAdded += 1
      }
      if nextRemoved < removed.count, removed[nextRemoved] == id {
        nextRemoved += 1
      } else {
        result.append(id)
      }
    }
    for id in added[nextAdded...] { result.append(id) }
    return IDList(result)
  }
}
