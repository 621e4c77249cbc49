import SerinFlags
import Store

/// What was counted for one layout in one hour, by version of the app.
struct UsageBlock: Sendable {
  let layout: UsageLayout
  /// The hour, in hours since 1970 UTC.
  let hour: Int64
  private(set) var rows: [UsageRow] = []
  /// The row of each version.
  private var numbers: [ExactString: Int] = [:]
  /// How many rows are of a version of its own.
  private var named = 0
  /// The row that was used last, since requests of one version come together.
  private var recent = 0

  init(layout: UsageLayout, hour: Int64) {
    self.layout = layout
    self.hour = hour
  }

  /// Whether nothing was counted.
  var isEmpty: Bool { rows.allSatisfy(\.isEmpty) }

  /// The same hour with nothing counted: the versions keep their rows.
  var emptied: UsageBlock {
    var block = self
    block.rows = rows.map(\.emptied)
    return block
  }

  /// The row of a version; one that is too much, or no version, has that of all others.
  mutating func row(of version: String) -> Int {
    if recent < rows.count, rows[recent].version.hasSameBytes(as: version) { return recent }
    // A text of any length may be sent; only those that can be versions are looked up.
    if version.utf8.count <= AppVersionText.maximumBytes, let number = numbers[ExactString(version)] {
      recent = number
      return number
    }
    var kept = AppVersionText.kept(version)
    let isNamed = AppVersionText.isOne(kept)
    let isAdmitted = isNamed && named < FlagUsage.maximumVersions && layout.admits(kept, in: hour)
    if isAdmitted { named += 1 } else if isNamed { kept = AppVersionText.other }
    if let number = numbers[ExactString(kept)] { return number }
    numbers[ExactString(kept)] = rows.count
    rows.append(UsageRow(version: kept))
    return rows.count - 1
  }

  /// Gives a row more cells.
  mutating func extend(_ row: Int, by count: Int) {
    rows[row].counts.append(contentsOf: repeatElement(0, count: count))
  }

  /// Counts one answer.
  mutating func count(_ cell: Int, in row: Int) {
    if rows[row].counts.indices.contains(cell) { rows[row].counts[cell] &+= 1 }
  }

  /// Counts one answer of each of these cells.
  mutating func count(_ cells: [Int32], in row: Int) {
    rows[row].counts.withUnsafeMutableBufferPointer { counts in
      for cell in cells where Int(cell) < counts.count { counts[Int(cell)] &+= 1 }
    }
  }

  /// Counts an answer that was said to hold still.
  mutating func countUnchanged(in row: Int) { rows[row].unchanged &+= 1 }

  /// Notes that an answer found no room to be counted.
  mutating func noteLeftOut(in row: Int) { rows[row].hasLeftOut = true }

  /// Notes the instant of a use.
  mutating func note(_ instant: Int64, in row: Int) {
    if rows[row].lastAt < instant { rows[row].lastAt = instant }
  }
}
