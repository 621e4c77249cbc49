internal import CLibUV

/// Bytes that a socket did not take at once.
///
/// libuv holds on to the object until they were sent.
final class PendingWrite {
  let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
  let slices: [SharedSlice]

  init(_ slices: [SharedSlice]) { self.slices = slices }

  deinit { request.deallocate() }

  /// The number of bytes.
  var count: Int { slices.reduce(0) { $0 + $1.count } }
}
