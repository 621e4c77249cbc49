import Serin
import SerinLock

/// A list that any thread may add to.
final class Recorder<Element: Sendable>: Sendable {
  private let elements = Lock<[Element]>([])

  func add(_ element: Element) { elements.withLock { $0.append(element) } }

  var all: [Element] { elements.withLock { $0 } }

  var count: Int { elements.withLock(\.count) }
}
