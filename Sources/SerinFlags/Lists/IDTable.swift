/// Different hashes in ascending order, with gaps, so that each lies at or shortly behind the place that its value says.
///
/// Hashes are spread evenly. With a fifth more places than there are ids, in groups of four, an id belongs to the group
/// `high * groups / 2^64`, and each is put at the first place of its group or, when that is taken, at the next free one.
/// So it is found with one step into memory, without any index.
///
/// A gap holds a copy of the id behind it. So all places ascend, and no value is needed that says "nothing here":
/// a hash of nothing but zeros is one like any other. The table ends with its last id; ids near the top may lie behind
/// the last group, so nothing wraps around. What the table looks like depends only on which ids are in it.
struct IDTable: Sendable, Equatable {
  /// The ids and the gaps.
  private(set) var places: [ListedID] = []
  /// How many ids there are.
  private(set) var count = 0
  /// How many groups the ids are spread over.
  private let groups: UInt64

  /// How many places a group has: as many as share a line of memory.
  private static let groupSize = 4
  /// How many places come before the first group.
  ///
  /// On Linux a large array's elements begin 48 bytes behind the beginning of a line, so that with one place more the
  /// groups are whole lines; elsewhere it does no harm.
  private static let lead = 1
  /// In so many places an id is looked for group by group: hardly any lies further on.
  private static let reach = 4 * groupSize

  /// Creates a table for so many ids, to which they must be appended in ascending order.
  init(expecting count: Int) {
    let groups = (count + count / 5 + Self.groupSize - 1) / Self.groupSize
    self.groups = UInt64(groups)
    // Some more for ids behind the last group, which hardly ever need more than this.
    if count > 0 { places.reserveCapacity(Self.lead + groups * Self.groupSize + 64) }
  }

  /// Appends an id that is greater than all before it.
  @inline(__always)
  mutating func append(_ id: ListedID) {
    let ideal = idealPlace(of: id)
    while places.count < ideal { places.append(id) }
    places.append(id)
    count &+= 1
  }

  /// Where an id lies when no other has taken the place: the first of its group.
  @inline(__always)
  func idealPlace(of id: ListedID) -> Int {
    Int(truncatingIfNeeded: id.high.multipliedFullWidth(by: groups).high) &* Self.groupSize &+ Self.lead
  }

  /// Whether an id is in the table.
  @inline(__always)
  func contains(_ id: ListedID) -> Bool {
    places.withUnsafeBufferPointer { places in
      var place = idealPlace(of: id)
      let end = place &+ Self.reach
      guard end <= places.count else { return Self.search(id, in: places, from: place) }
      while place < end {
        // All of a group are compared, without a branch for each: how far an id lies from its ideal place cannot be
        // predicted, and with a branch the processor would wait for the memory before it goes on.
        var isFound = 0
        for offset in 0..<Self.groupSize {
          let other = places[place &+ offset]
          let difference = (other.high ^ id.high) | (other.low ^ id.low)
          isFound |= difference == 0 ? 1 : 0
        }
        place &+= Self.groupSize
        guard places[place &- 1] < id else { return isFound != 0 }
      }
      return Self.search(id, in: places, from: place)
    }
  }

  @inline(never)
  private static func search(_ id: ListedID, in places: UnsafeBufferPointer<ListedID>, from start: Int) -> Bool {
    let place = firstPlace(notBefore: id, in: places, from: start)
    return place < places.count && places[place] == id
  }

  /// The places of a bucket's ids, with gaps among them or before them.
  func range(ofBucket index: Int) -> Range<Int> {
    places.withUnsafeBufferPointer { places in
      let start = firstPlace(ofBucket: index, in: places)
      let end = index + 1 < IDList.bucketCount ? firstPlace(ofBucket: index + 1, in: places) : places.count
      return start..<max(start, end)
    }
  }

  private func firstPlace(ofBucket index: Int, in places: UnsafeBufferPointer<ListedID>) -> Int {
    let least = ListedID(high: UInt64(index) &<< UInt64(64 - IDList.bucketBits), low: 0)
    return Self.firstPlace(notBefore: least, in: places, from: min(idealPlace(of: least), places.count))
  }

  /// The first place, from one on, whose id is not less than the one given; the table's end when there is none.
  ///
  /// It goes on in steps that double, then halves the last one: ids that somebody chose to lie close together, and hence
  /// far from their ideal places, cannot make it slow.
  private static func firstPlace(
    notBefore id: ListedID, in places: UnsafeBufferPointer<ListedID>, from start: Int
  ) -> Int {
    var lower = start
    var upper = start
    var step = 1
    while upper < places.count, places[upper] < id {
      lower = upper &+ 1
      upper = lower &+ step
      step &*= 2
    }
    upper = min(upper, places.count)
    while lower < upper {
      let middle = lower &+ (upper &- lower) / 2
      if places[middle] < id { lower = middle &+ 1 } else { upper = middle }
    }
    return lower
  }
}
