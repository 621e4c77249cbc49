/// Something that a ring holds.
struct JournalRecord: Sendable, Hashable {
  /// What the payload is.
  enum Kind: UInt32, Sendable {
    /// A sighting of a flag, see ``Sighting``.
    case sighting = 1
    /// An event of any other type.
    case event = 2
  }

  /// Grows with every record of a ring.
  let number: UInt64
  let kind: Kind
  /// JSON.
  let payload: [UInt8]
}

/// What was whole in the file of a ring.
struct JournalContents: Sendable, Hashable {
  /// What was known of the device, as JSON.
  var device: [UInt8] = []
  /// How many records did not fit.
  var refused: UInt32 = 0
  /// The records that were still needed, the oldest first.
  var records: [JournalRecord] = []
}
