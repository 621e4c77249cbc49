import Foundation
import Serin

/// The first client of a process, which finds a stored answer.
struct Launch {
  let folder: String
  let flagCount: Int

  /// Stores an answer.
  func prepare() async {
    let flags = Client.make(flagCount: flagCount, folder: folder)
    _ = try? await flags.refresh()
    flags.close()
    print(flags.snapshot.all.count)
  }

  /// Prints the processor and the wall time from nothing to a flag that was read.
  func measure() {
    let start = (ClockReading.thread(), ClockReading.wall())
    let flags = Client.make(flagCount: flagCount, folder: folder)
    let isThere = flags.get(Client.key(flagCount - 1)) != nil
    let end = (ClockReading.thread(), ClockReading.wall())
    precondition(isThere && flags.state.origin == .stored, "no stored answer was found")
    print(end.0 - start.0, end.1 - start.1)
  }
}
