import SerinFlags

/// Rows under headings, in aligned columns two spaces apart.
struct Table {
  /// One cell: its text and how it is marked up.
  struct Cell: ExpressibleByStringLiteral {
    var text: String
    var mark: (Style, String) -> String = { $1 }

    /// A cell with text from anywhere; control characters are made visible.
    init(_ text: String, mark: @escaping (Style, String) -> String = { $1 }) {
      self.text = text.printable
      self.mark = mark
    }

    /// A plain cell.
    init(stringLiteral value: String) {
      self.init(value)
    }
  }

  private let headings: [String]
  private var rows: [[Cell]] = []

  /// A table without rows; without headings the rows stand alone.
  init(_ headings: String...) {
    self.headings = headings
  }

  /// Whether there is no row.
  var isEmpty: Bool { rows.isEmpty }

  /// Adds a row.
  mutating func add(_ cells: Cell...) {
    rows.append(cells)
  }

  /// The lines, without a space at their ends.
  func lines(style: Style) -> [String] {
    let heading = headings.map { heading in Cell(heading) { $0.bold($1) } }
    let all = headings.isEmpty ? rows : [heading] + rows
    let columns = all.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      all.map { column < $0.count ? $0[column].text.count : 0 }.max() ?? 0
    }
    return all.map { row in
      let last = row.lastIndex { !$0.text.isEmpty } ?? -1
      return row.indices.prefix(last + 1).map { column in
        let cell = row[column]
        let padding = column == last ? 0 : widths[column] - cell.text.count
        return cell.mark(style, cell.text) + String(repeating: " ", count: padding)
      }.joined(separator: "  ")
    }
  }
}
