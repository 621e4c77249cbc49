/// Sorts hashes by what they are: evenly spread numbers.
///
/// Each is put where its first twelve bits say, then, within the few kilobytes of its bucket, where the next bits say.
/// What is left are neighbours in the wrong order. Hashes that somebody chose to lie close together are sorted by
/// comparison, so that they cannot make it slow.
enum IDSorting {
  /// Fewer ids than this are sorted by comparison: counting 4,096 buckets would cost more.
  private static let fewest = 2048
  /// The most hashes with the same bits that are put in order by insertion.
  private static let longestInsertion = 24

  /// All ids in ascending order, each once.
  ///
  /// The chunks are given back as they are used, so that hardly more than the result's memory is needed beside them.
  static func sortedWithoutDuplicates(_ chunks: inout [[ListedID]]) -> [ListedID] {
    let count = chunks.reduce(0) { $0 + $1.count }
    guard count >= fewest else {
      var all = Array(chunks.joined())
      chunks = []
      all.sort()
      let distinct = all.withUnsafeMutableBufferPointer { removeRepetitions($0) }
      all.removeSubrange(distinct...)
      return all
    }
    return [ListedID](unsafeUninitializedCapacity: count) { memory, initialized in
      let target = UnsafeMutableBufferPointer(rebasing: memory[..<count])
      sortBuckets(of: target, scatter(&chunks, into: target))
      initialized = removeRepetitions(target)
    }
  }

  /// Moves all ids into their buckets; gives where each bucket ends.
  private static func scatter(
    _ chunks: inout [[ListedID]], into target: UnsafeMutableBufferPointer<ListedID>
  ) -> [Int] {
    var places = [Int](repeating: 0, count: IDList.bucketCount)
    for chunk in chunks {
      for id in chunk { places[id.bucket] &+= 1 }
    }
    var start = 0
    for bucket in places.indices {
      let count = places[bucket]
      places[bucket] = start
      start &+= count
    }
    while let chunk = chunks.popLast() {
      for id in chunk {
        target[places[id.bucket]] = id
        places[id.bucket] &+= 1
      }
    }
    return places
  }

  private static func sortBuckets(of ids: UnsafeMutableBufferPointer<ListedID>, _ ends: [Int]) {
    var start = 0
    var longest = 0
    for end in ends {
      longest = max(longest, end - start)
      start = end
    }
    withUnsafeTemporaryAllocation(of: ListedID.self, capacity: longest) { spare in
      var places: [Int] = []
      start = 0
      for end in ends {
        sortBucket(UnsafeMutableBufferPointer(rebasing: ids[start..<end]), spare, &places)
        start = end
      }
    }
  }

  private static func sortBucket(
    _ ids: UnsafeMutableBufferPointer<ListedID>, _ spare: UnsafeMutableBufferPointer<ListedID>, _ places: inout [Int]
  ) {
    guard ids.count > longestInsertion else { return insertionSort(ids) }
    // About as many places as ids, so that most hold one or none.
    let bits = min(Int.bitWidth - ids.count.leadingZeroBitCount, 16)
    let place = { (id: ListedID) in
      Int(truncatingIfNeeded: (id.high &<< UInt64(IDList.bucketBits)) &>> UInt64(64 &- bits))
    }
    places.removeAll(keepingCapacity: true)
    places.append(contentsOf: repeatElement(0, count: 1 << bits))
    for id in ids { places[place(id)] &+= 1 }
    var start = 0
    var most = 0
    for index in places.indices {
      let count = places[index]
      most = max(most, count)
      places[index] = start
      start &+= count
    }
    guard most <= longestInsertion else {
      var ids = ids
      return ids.sort()
    }
    for id in ids {
      let index = place(id)
      spare[places[index]] = id
      places[index] &+= 1
    }
    for index in ids.indices { ids[index] = spare[index] }
    insertionSort(ids)
  }

  private static func insertionSort(_ ids: UnsafeMutableBufferPointer<ListedID>) {
    var next = 1
    while next < ids.count {
      let id = ids[next]
      var place = next
      while place > 0, id < ids[place &- 1] {
        ids[place] = ids[place &- 1]
        place &-= 1
      }
      ids[place] = id
      next &+= 1
    }
  }

  /// Moves the first of each run of equal ids to the front; gives how many there are.
  private static func removeRepetitions(_ ids: UnsafeMutableBufferPointer<ListedID>) -> Int {
    guard var last = ids.first else { return 0 }
    var count = 1
    for index in 1..<ids.count where ids[index] != last {
      last = ids[index]
      ids[count] = last
      count &+= 1
    }
    return count
  }
}
