import SerinFlags

/// What a context is known by in the sample of its environment: a keyed hash of the environment's number and its unit.
///
/// A context without a unit is known by the request that brought it.
struct ContextHash: Sendable, Hashable {
  /// SipHash-2-4; uniform over units, so that the units with the smallest hashes are a fair sample of all.
  let value: UInt64
  /// Whether there is a unit.
  let hasUnit: Bool

  /// The hash of a context; nothing is allocated for ids of a usual length.
  ///
  /// - Parameters:
  ///   - body: The request's body, for a context without a unit.
  ///   - environment: The environment's number.
  init(_ context: FlagContext, body: [UInt8], environment: Int64, function: SipHash) {
    if let unit = context.unit {
      self.init(unit: unit, environment: environment, function: function)
    } else {
      self.init(body.withUnsafeBufferPointer { Self.hash($0, tag: 0, environment, function) }, hasUnit: false)
    }
  }

  /// The hash of contexts whose unit is this id.
  init(unit: String, environment: Int64, function: SipHash) {
    self.init(unit.withBytes { Self.hash($0, tag: 1, environment, function) }, hasUnit: true)
  }

  /// Takes a hash up as it was stored; nil when it is not eight bytes.
  init?(bytes: [UInt8], hasUnit: Bool) {
    guard bytes.count == 8 else { return nil }
    self.init(bytes.reduce(0) { $0 << 8 | UInt64($1) }, hasUnit: hasUnit)
  }

  /// The hash as it is stored: its order is that of the numbers.
  var bytes: [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

  private init(_ value: UInt64, hasUnit: Bool) {
    self.value = value
    self.hasUnit = hasUnit
  }

  private static func hash(
    _ bytes: UnsafeBufferPointer<UInt8>, tag: UInt64, _ environment: Int64, _ function: SipHash
  ) -> UInt64 {
    withUnsafeTemporaryAllocation(byteCount: 16 + bytes.count, alignment: 8) { room in
      room.storeBytes(of: environment.littleEndian, toByteOffset: 0, as: Int64.self)
      room.storeBytes(of: tag.littleEndian, toByteOffset: 8, as: UInt64.self)
      UnsafeMutableRawBufferPointer(rebasing: room[16...]).copyMemory(from: UnsafeRawBufferPointer(bytes))
      return function.hash(UnsafeRawBufferPointer(rebasing: room[..<(16 + bytes.count)]))
    }
  }
}
