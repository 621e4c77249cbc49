/// The connections of a loop by their places.
struct ConnectionTable {
  private var places: [Connection?] = []
  private var free: [Int] = []
  private var nextSerial: UInt64 = 1

  /// The number of connections.
  private(set) var count = 0

  /// All connections.
  var all: [Connection] { places.compactMap { $0 } }

  /// Makes a connection at a free place.
  mutating func insert(_ make: (_ place: Int, _ serial: UInt64) -> Connection) -> Connection {
    let place = free.popLast() ?? places.count
    if place == places.count { places.append(nil) }
    let connection = make(place, nextSerial)
    nextSerial += 1
    places[place] = connection
    count += 1
    return connection
  }

  /// The connection at a place.
  subscript(place: Int) -> Connection? { place < places.count ? places[place] : nil }

  /// Gives a place free.
  mutating func remove(_ place: Int) {
    guard places[place] != nil else { return }
    places[place] = nil
    free.append(place)
    count -= 1
  }
}
