import Foundation

/// A place that bytes are written to, in order.
protocol ByteSink: AnyObject {
  /// Writes all the bytes, or throws.
  func write(_ bytes: [UInt8]) throws(ByteSinkError)
}

/// Why bytes could not be written.
struct ByteSinkError: Error, Hashable {
  /// The system's error number, such as `ENOSPC`.
  var number: Int32
}

/// An open file of the process: standard output or standard error.
final class FileDescriptorSink: ByteSink {
  private let descriptor: Int32

  /// Writes to an open descriptor; it is not closed here.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  func write(_ bytes: [UInt8]) throws(ByteSinkError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      let number = errno
      if count > 0 {
        rest.removeFirst(count)
      } else if count < 0, number != EINTR {
        throw ByteSinkError(number: number)
      }
    }
  }
}
