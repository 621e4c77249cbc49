/// Bytes that are about to be sent.
///
/// A loop has one buffer and renders into it whatever a connection gets next. It is memory of its own and not an array,
/// because an answer is put together from a dozen small pieces, and an array asks for each of them whether it is shared.
final class OutputBuffer {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes.
  private(set) var count = 0

  /// Creates an empty buffer.
  init(capacity: Int = 4096) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// The bytes; valid until the next change.
  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// Forgets the bytes, and gives memory back that was needed for once only.
  func removeAll(keepingAtMost limit: Int) {
    count = 0
    guard capacity > limit else { return }
    base.deallocate()
    capacity = limit
    base = .allocate(capacity: limit)
  }

  /// Forgets what came after a certain number of bytes.
  func truncate(to count: Int) { self.count = min(count, self.count) }

  /// Appends a text that is known at compile time.
  func append(_ text: StaticString) { append(text.utf8Start, text.utf8CodeUnitCount) }

  /// Appends a text as UTF-8.
  func append(_ text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
      if let start = bytes.baseAddress { append(start, bytes.count) }
    }
    if isDone == nil { for byte in text.utf8 { append(byte) } }
  }

  /// Appends bytes.
  func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

  /// Appends bytes.
  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let start = bytes.baseAddress { append(start, bytes.count) }
  }

  /// Appends a byte.
  func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  /// Appends a number of at least 0 in decimal.
  func append(decimal number: Int) { append(number, radix: 10) }

  /// Appends a chunk of a body in the chunked coding (RFC 9112, 7.1).
  ///
  /// An empty chunk would be the end of the body.
  func append(chunk bytes: [UInt8]) {
    append(bytes.count, radix: 16)
    append("\r\n")
    append(bytes)
    append("\r\n")
  }

  private func append(_ start: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length)
    (base + count).update(from: start, count: length)
    count += length
  }

  private func append(_ number: Int, radix: Int) {
    let digits: StaticString = "0123456789abcdef"
    var (length, rest) = (1, number / radix)
    while rest > 0 {
      length += 1
      rest /= radix
    }
    reserve(length)
    count += length
    rest = number
    for place in 1...length {
      base[count - place] = digits.utf8Start[rest % radix]
      rest /= radix
    }
  }

  private func reserve(_ length: Int) {
    guard capacity - count < length else { return }
    let larger = max(capacity * 2, count + length)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    memory.update(from: base, count: count)
    base.deallocate()
    base = memory
    capacity = larger
  }
}
