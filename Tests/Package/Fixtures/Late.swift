import Foundation
import Observation
import Synchronization

// Every line that ends with a mark uses something newer than iOS 15, and no other line does.

final class Counter {
  let value = Mutex(0)  // late: Mutex
}

struct Pause {  // late: Duration
  var length: Duration  // late: Duration

  func take() async throws {
    try await Task.sleep(for: length)  // late: sleep(for:tolerance:clock:)
  }
}

final class Model: Observable {  // late: Observable
  var name = ""
}

func wide(_ value: UInt64) -> Bool {
  let product = UInt128(value)  // late: UInt128
  return product > 0  // late: >(_:_:)
}

func address(_ path: String) -> URL {
  URL(filePath: path)  // late: init(filePath:directoryHint:relativeTo:)
}

func elsewhere(_ path: String) -> URL {
  // swift-format-ignore: UseEarlyExits
  if #available(iOS 16, macOS 13, *) {
    return URL(fileURLWithPath: path)
  } else {
    return URL(filePath: path)  // late: init(filePath:directoryHint:relativeTo:)
  }
}

@available(iOS 16, macOS 13, *)
func tooEarly() -> Bool {
  let counter = Mutex(0)  // late: Mutex
  return counter.withLock { $0 == 0 }  // late: withLock(_:)
}

func drain(_ numbers: some Sequence<Int>, with clock: some Clock) {}  // late: Clock
