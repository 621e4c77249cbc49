/// Which part of a list is read: what stands behind a place, as far as a number of rows and of bytes lets.
public struct ListWindow: Sendable, Hashable {
  /// The place of a row in a list.
  public struct Place: Sendable, Hashable {
    /// What the list is ordered by, as far as it can change; 0 in the order in which rows were made.
    public var value: Int64
    /// The row's id, which tells rows of one value apart; behind one that was never there stands nothing.
    public var id: String

    /// Creates a place.
    public init(value: Int64 = 0, id: String) {
      self.value = value
      self.id = id
    }
  }

  /// Where to begin: behind the row of this place; nil for at the beginning.
  public var after: Place?
  /// Whether the list is read the other way round.
  public var isDescending: Bool
  /// How many rows are read at most; none for a negative number.
  public var rows: Int
  /// How many bytes their texts may have together; the first row is read however large it is.
  public var bytes: Int

  /// Creates a window.
  public init(
    after: Place? = nil, isDescending: Bool = false, rows: Int, bytes: Int = HistoryWindow.pageBytes
  ) {
    self.after = after
    self.isDescending = isDescending
    self.rows = rows
    self.bytes = bytes
  }
}
