import Foundation

/// A terminal of the system on which somebody has typed something.
final class Terminal {
  /// The side that a program reads.
  let descriptor: Int32
  private let typing: Int32

  /// The system has no terminal to give.
  struct Unavailable: Error {}

  init(typing text: String) throws {
    var (main, other): (Int32, Int32) = (-1, -1)
    guard openpty(&main, &other, nil, nil, nil) == 0 else { throw Unavailable() }
    typing = main
    descriptor = other
    // A few bytes, which the terminal keeps until they are read.
    guard write(main, text, text.utf8.count) == text.utf8.count else { throw Unavailable() }
  }

  deinit {
    close(descriptor)
    close(typing)
  }
}
