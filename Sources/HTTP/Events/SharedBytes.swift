/// Bytes that any number of connections send from where they lie.
///
/// `@unchecked Sendable`: the memory is written in the initialiser and never after it.
final class SharedBytes: @unchecked Sendable {
  private let memory: UnsafeMutableBufferPointer<UInt8>

  /// Copies the bytes of a buffer, and others behind them.
  init(_ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0)) {
    memory = .allocate(capacity: first.count + second.count)
    let end = memory.initialize(fromContentsOf: first)
    _ = UnsafeMutableBufferPointer(rebasing: memory[end...]).initialize(fromContentsOf: second)
  }

  deinit { memory.deallocate() }

  /// The bytes; valid as long as the object is.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(memory) }
}
