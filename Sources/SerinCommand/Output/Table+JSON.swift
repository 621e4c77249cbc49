import SerinFlags

extension Table.Cell {
  /// A cell with a member of an answer: a string as it is, nothing for an absent one, other values as JSON.
  static func text(_ value: JSONValue?, mark: @escaping (Style, String) -> String = { $1 }) -> Table.Cell {
    switch value {
    case nil, .null: ""
    case .string(let text): Table.Cell(text, mark: mark)
    case .some(let other): Table.Cell(other.text(), mark: mark)
    }
  }
}
