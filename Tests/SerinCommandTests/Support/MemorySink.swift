@testable import SerinCommand

/// Keeps what is written to it.
final class MemorySink: ByteSink {
  private(set) var bytes: [UInt8] = []
  /// The error that every write ends with, for tests of a full disk.
  var failure: ByteSinkError?

  func write(_ bytes: [UInt8]) throws(ByteSinkError) {
    if let failure { throw failure }
    self.bytes += bytes
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
