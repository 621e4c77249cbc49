import Foundation

/// A terminal of the system on which somebody has typed something.
final class Terminal {
  /// The side that a program reads.
  let descriptor: Int32
  private let typing: Int32

  /// The system has no terminal to give.
  struct Unavailable: Error {}

  init(typing text: String) throws {
    let main = posix_openpt(O_RDWR | O_NOCTTY)
    guard main >= 0, grantpt(main) == 0, unlockpt(main) == 0, let name = ptsname(main) else { throw Unavailable() }
    let other = open(String(cString: name), O_RDWR | O_NOCTTY)
    guard other >= 0 else { throw Unavailable() }
    typing = main
    descriptor = other
    LoopbackSocket.write(Array(text.utf8), to: main)
  }

  deinit {
    close(descriptor)
    close(typing)
  }
}
