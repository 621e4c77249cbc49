import Store

/// A version of one half of a flag or a segment, with who wrote it.
protocol AuthoredVersion: Sendable {
  /// What it is a version of.
  associatedtype Record: Sendable

  /// The half as it was.
  var record: Record { get }
  /// Its number; the first one is 1.
  var number: Int64 { get }
  /// Who wrote it.
  var author: Authorship { get }
}

extension FlagVersion: AuthoredVersion {
  var record: FlagRecord { flag }
  var number: Int64 { flag.version }
}

extension SegmentVersion: AuthoredVersion {
  var record: SegmentRecord { segment }
  var number: Int64 { segment.version }
}

extension ItemVersion: AuthoredVersion {
  var record: ItemRecord { item }
  var number: Int64 { item.version }
}
