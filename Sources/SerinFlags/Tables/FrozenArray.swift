/// Plain values in memory of their own that never change after they were written.
///
/// Reading an element of an array that lies in an object costs reference counting and checks that an evaluation would
/// pay for every condition. Elements must be of plain types, whose copies need no counting.
final class FrozenArray<Element: BitwiseCopyable & Sendable>: Sendable {
  /// The elements; valid as long as this object lives.
  ///
  /// Safe to share: nobody writes after the initialiser, and the memory is freed only with the object.
  nonisolated(unsafe) let start: UnsafePointer<Element>
  let count: Int

  init(_ elements: [Element]) {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
    elements.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { memory.initialize(from: base, count: source.count) }
    }
    start = UnsafePointer(memory)
    count = elements.count
  }

  deinit { start.deallocate() }
}
