/// What one version of an app was answered in one environment and hour.
struct UsageRow: Sendable {
  /// The version, as it is kept.
  let version: String
  /// How often each answer was given, by cell; empty until the first one.
  var counts: [UInt32] = []
  /// How often the answer that the client has was said to hold still.
  var unchanged: UInt32 = 0
  /// Whether answers were given that found no room to be counted.
  var hasLeftOut = false
  /// The last of these instants, in milliseconds since 1970 UTC.
  var lastAt: Int64 = 0

  /// Whether nothing was counted.
  var isEmpty: Bool { counts.isEmpty && unchanged == 0 && !hasLeftOut }

  /// The same version with nothing counted.
  var emptied: UsageRow { UsageRow(version: version) }
}
