/// Fills the memory of a list that is being put together from front to back.
struct IDWriter {
  private let memory: UnsafeMutableBufferPointer<ListedID>
  /// How many ids have been written.
  private(set) var count = 0

  init(_ memory: UnsafeMutableBufferPointer<ListedID>) {
    self.memory = memory
  }

  /// Writes one id; beyond the memory's end it does nothing.
  @inline(__always)
  mutating func append(_ id: ListedID) {
    guard count < memory.count else { return }
    memory[count] = id
    count &+= 1
  }

  /// Writes neighbouring ids at once.
  mutating func append(_ ids: ArraySlice<ListedID>) {
    let end = count + ids.count
    guard end <= memory.count else { return }
    _ = UnsafeMutableBufferPointer(rebasing: memory[count..<end]).initialize(from: ids)
    count = end
  }
}
