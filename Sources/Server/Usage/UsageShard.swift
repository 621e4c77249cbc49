/// The counters of one part of the threads.
struct UsageShard: Sendable {
  /// How many cells it may have.
  private let capacity: Int
  /// How many cells it has.
  private var size = 0
  private var blocks: [UsageBlock] = []
  /// The block of each layout.
  private var places: [ObjectIdentifier: Int] = [:]
  /// The block that was used last.
  private var recent = 0
  /// Blocks of hours that are over.
  private var finished: [UsageBlock] = []
  /// How many evaluations found no room since the last ``take()``.
  private var leftOut: Int64 = 0

  private static let millisecondsPerHour: Int64 = 3_600_000

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Counts the answers of these cells.
  mutating func count(_ cells: [Int32], in scope: UsageScope, version: String, at now: Int64) {
    let (block, row, hasRoom) = place(scope, version, now)
    blocks[block].note(now, in: row)
    guard hasRoom else { return leaveOut(Int64(cells.count), block, row) }
    blocks[block].count(cells, in: row)
  }

  /// Counts one answer.
  mutating func count(_ cell: Int, in scope: UsageScope, version: String, at now: Int64) {
    let (block, row, hasRoom) = place(scope, version, now)
    blocks[block].note(now, in: row)
    guard hasRoom else { return leaveOut(1, block, row) }
    blocks[block].count(cell, in: row)
  }

  /// That somebody asked is noted also without room, so that no flag is called unused for lack of it.
  private mutating func leaveOut(_ count: Int64, _ block: Int, _ row: Int) {
    leftOut += count
    blocks[block].noteLeftOut(in: row)
  }

  /// Counts that a client was told that its answer still holds.
  mutating func countUnchanged(in scope: UsageScope, version: String, at now: Int64) {
    let block = block(of: scope.layout, now)
    let row = blocks[block].row(of: version)
    blocks[block].countUnchanged(in: row)
    blocks[block].note(now, in: row)
  }

  /// Takes what was counted, and how many evaluations were not.
  mutating func take() -> (blocks: [UsageBlock], leftOut: Int64) {
    let taken = (finished + blocks.filter { !$0.isEmpty }, leftOut)
    // What nobody used since the last time belongs to rulesets that are gone, or to hours that are over.
    blocks = blocks.filter { !$0.isEmpty }.map(\.emptied)
    places = Dictionary(
      blocks.enumerated().map { (ObjectIdentifier($1.layout), $0) }, uniquingKeysWith: { first, _ in first })
    finished = []
    size = 0
    leftOut = 0
    return taken
  }

  /// The block and the row to count in, and whether they have room for every cell of a scope.
  private mutating func place(
    _ scope: UsageScope, _ version: String, _ now: Int64
  ) -> (block: Int, row: Int, hasRoom: Bool) {
    let block = block(of: scope.layout, now)
    let row = blocks[block].row(of: version)
    let missing = scope.cellCount - blocks[block].rows[row].counts.count
    guard missing > 0 else { return (block, row, true) }
    guard size + missing <= capacity else { return (block, row, false) }
    size += missing
    blocks[block].extend(row, by: missing)
    return (block, row, true)
  }

  private mutating func block(of layout: UsageLayout, _ now: Int64) -> Int {
    let hour = now / Self.millisecondsPerHour
    if recent < blocks.count, blocks[recent].layout === layout, blocks[recent].hour == hour { return recent }
    guard let place = places[ObjectIdentifier(layout)] else {
      recent = blocks.count
      places[ObjectIdentifier(layout)] = blocks.count
      blocks.append(UsageBlock(layout: layout, hour: hour))
      return blocks.count - 1
    }
    if blocks[place].hour != hour {
      if !blocks[place].isEmpty { finished.append(blocks[place]) }
      blocks[place] = UsageBlock(layout: layout, hour: hour)
    }
    recent = place
    return place
  }
}
