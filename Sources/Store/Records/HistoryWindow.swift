/// Which versions of a thing are read: the newest of a range, as far as a number of rows and of bytes lets.
public struct HistoryWindow: Sendable, Hashable {
  /// How many bytes of documents are read at a time where a page has no other bound: 1 MiB.
  public static let pageBytes = 1024 * 1024

  /// How many versions are read at a time where they are small.
  public static let pageRows = 32

  /// The range.
  public var versions: ClosedRange<Int64>
  /// How many are read at most; none for a negative number.
  public var rows: Int
  /// How many bytes their documents may have together; the newest one is read however large it is.
  public var bytes: Int

  /// Creates a window.
  public init(versions: ClosedRange<Int64>, rows: Int, bytes: Int = HistoryWindow.pageBytes) {
    self.versions = versions
    self.rows = rows
    self.bytes = bytes
  }
}
