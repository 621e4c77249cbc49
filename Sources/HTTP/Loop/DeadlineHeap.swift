/// The earliest deadline of each of many places, in a heap.
///
/// A connection that moves its deadline away does not touch the heap: its entry comes up early, the connection says
/// when it is really due, and the entry is put back. So a request costs no work here, only a connection that gets a
/// deadline nearer than its entry does.
struct DeadlineHeap {
  private struct Entry {
    var time: UInt64
    var place: Int
  }

  private var entries: [Entry] = []
  /// Where in `entries` a place stands, or -1.
  private var positions: [Int] = []

  /// The earliest deadline.
  var first: (time: UInt64, place: Int)? { entries.first.map { ($0.time, $0.place) } }

  /// The number of places that have a deadline.
  var count: Int { entries.count }

  /// Gives a place a deadline, or another one.
  mutating func set(_ place: Int, to time: UInt64) {
    while positions.count <= place { positions.append(-1) }
    let position = positions[place]
    guard position >= 0 else {
      entries.append(Entry(time: time, place: place))
      positions[place] = entries.count - 1
      rise(entries.count - 1)
      return
    }
    entries[position].time = time
    settle(position)
  }

  /// Takes a place's deadline away, if it has one.
  mutating func remove(_ place: Int) {
    guard place < positions.count, positions[place] >= 0 else { return }
    let position = positions[place]
    positions[place] = -1
    let last = entries.removeLast()
    guard position < entries.count else { return }
    entries[position] = last
    positions[last.place] = position
    settle(position)
  }

  private mutating func settle(_ position: Int) {
    rise(position)
    sink(position)
  }

  private mutating func rise(_ start: Int) {
    var position = start
    while position > 0 {
      let parent = (position - 1) / 2
      guard entries[position].time < entries[parent].time else { return }
      exchange(position, parent)
      position = parent
    }
  }

  private mutating func sink(_ start: Int) {
    var position = start
    while true {
      var least = position
      for child in [2 * position + 1, 2 * position + 2]
      where child < entries.count && entries[child].time < entries[least].time {
        least = child
      }
      guard least != position else { return }
      exchange(position, least)
      position = least
    }
  }

  private mutating func exchange(_ one: Int, _ other: Int) {
    entries.swapAt(one, other)
    positions[entries[one].place] = one
    positions[entries[other].place] = other
  }
}
