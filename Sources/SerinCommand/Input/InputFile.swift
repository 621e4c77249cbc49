import Foundation

/// A file or standard input, read from the start to the end, as a whole or line by line.
final class InputFile {
  /// What messages call it: its path, or `standard input`.
  let name: String

  /// A path by which the file can be opened once more, to be read by the system's HTTP client.
  var path: String { "/dev/fd/\(descriptor)" }

  private let descriptor: Int32
  private let closesAtEnd: Bool
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private static let pieceSize = 64 * 1024

  /// Reads from an open descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: open for reading.
  ///   - name: what messages call it.
  ///   - closesAtEnd: whether it is closed when the reader is released.
  init(descriptor: Int32, name: String, closesAtEnd: Bool = false) {
    self.descriptor = descriptor
    self.name = name
    self.closesAtEnd = closesAtEnd
  }

  /// Opens a file.
  convenience init(path: String) throws(CommandFailure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
    self.init(descriptor: descriptor, name: path, closesAtEnd: true)
  }

  /// Whether a person types what is read.
  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// How many bytes it has; nil for what is no regular file.
  var size: Int? {
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(information.st_size)
  }

  deinit {
    if closesAtEnd { close(descriptor) }
  }

  /// Reads all that is left.
  ///
  /// - Parameter limit: the most bytes that are taken.
  /// - Throws: a refusal when there is more, or a usage failure when the file cannot be read.
  func readAll(limit: Int) throws(CommandFailure) -> [UInt8] {
    while !isAtEnd {
      try fill()
      guard buffer.count - position <= limit else {
        throw .refused("\(name) is larger than \(limit / 1024 / 1024) MiB, the most that is taken")
      }
    }
    defer { position = buffer.count }
    return Array(buffer[position...])
  }

  /// Reads the next line, without its line feed; nil at the end.
  ///
  /// A line that is longer than the limit is skipped to its end and given as ``Line/tooLong``, so that the lines
  /// after it can still be read.
  func nextLine(limit: Int) throws(CommandFailure) -> Line? {
    var scanned = position
    while true {
      if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return end - position > limit ? .tooLong : .text(Array(buffer[position..<end]))
      }
      if isAtEnd {
        defer { position = buffer.count }
        guard position < buffer.count else { return nil }
        return buffer.count - position > limit ? .tooLong : .text(Array(buffer[position...]))
      }
      if buffer.count - position > limit {
        try skipLine()
        return .tooLong
      }
      scanned = buffer.count - position
      try fill()
    }
  }

  /// A line of a file.
  enum Line: Equatable {
    case text([UInt8])
    case tooLong
  }

  /// Reads another piece; what was used is dropped first, so that `position` is 0 afterwards.
  private func fill() throws(CommandFailure) {
    buffer.removeFirst(position)
    position = 0
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    while true {
      let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      let number = errno
      if count >= 0 {
        isAtEnd = count == 0
        buffer += piece[..<count]
        return
      }
      guard number == EINTR else { throw Self.unreadable(name, number) }
    }
  }

  private func skipLine() throws(CommandFailure) {
    while true {
      if let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) {
        position = end + 1
        return
      }
      position = buffer.count
      if isAtEnd { return }
      try fill()
    }
  }

  private static func unreadable(_ name: String, _ number: Int32) -> CommandFailure {
    .usage("cannot read \(name): \(SystemError.text(number))")
  }
}
