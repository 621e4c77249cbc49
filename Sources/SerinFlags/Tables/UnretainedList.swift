/// Objects that are called one after another without retaining them.
///
/// Reading an object out of an array retains and releases it, two atomic operations that cost more than a comparison.
/// The list keeps its objects alive by itself, and whoever calls one of them keeps the list alive.
struct UnretainedList<Object: AnyObject & Sendable>: Sendable {
  /// Keeps the objects alive.
  private let objects: [Object]
  private let references: [Unmanaged<Object>]

  init(_ objects: [Object]) {
    self.objects = objects
    references = objects.map(Unmanaged.passUnretained)
  }

  var count: Int { references.count }

  /// The object at that index, to be called with `_withUnsafeGuaranteedRef`.
  ///
  /// That is sound while the list is borrowed: `objects` is never changed and lives as long. There is no method here
  /// that takes a closure, since the optimiser of Swift 6.3 does not come to an end with one that calls itself.
  subscript(index: Int) -> Unmanaged<Object> {
    @inline(__always) get { references[index] }
  }
}
