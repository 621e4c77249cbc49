/// Where an entry of a ``KeyedTable`` is, until the table is changed.
@usableFromInline
package struct KeyPlace: Sendable, Equatable {
  /// Which run of neighbouring entries, counted in key order.
  @usableFromInline var chunk: Int
  /// Which entry of the run.
  @usableFromInline var offset: Int

  /// The most entries that a chunk may have; the packed form relies on it.
  static var chunkCapacity: Int { 64 }

  @inline(__always)
  init(chunk: Int, offset: Int) {
    self.chunk = chunk
    self.offset = offset
  }

  /// The place as one number that grows in key order.
  ///
  /// 26 bits for the chunk: a table would have to hold billions of entries to need more.
  @inline(__always)
  var packed: UInt32 {
    UInt32(truncatingIfNeeded: chunk &<< 6 | offset)
  }

  @inline(__always)
  init(packed: UInt32) {
    chunk = Int(packed &>> 6)
    offset = Int(packed & 63)
  }
}
