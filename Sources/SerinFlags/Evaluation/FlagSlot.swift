/// A flag's place in a ruleset, with the way to its plain memory beside it.
///
/// A slot lies in memory as a ``FlagCode`` does, so that the evaluator goes through slots without counting references.
package struct FlagSlot: Sendable {
  /// Safe to share: it never changes and lives as long as ``flag``.
  nonisolated(unsafe) private let view: ProgramView
  package let flag: CompiledFlag

  init(_ flag: CompiledFlag) {
    view = flag.view
    self.flag = flag
  }
}

extension KeyedTable<FlagSlot> {
  /// Calls `body` with the flag of a key, or gives nil when there is none.
  @inline(__always)
  func withCode<Result>(forKey key: String, _ body: (FlagCode) -> Result) -> Result? {
    guard let place = find(key) else { return nil }
    return values[place.chunk].withUnsafeBufferPointer { slots in
      slots.withMemoryRebound(to: FlagCode.self) { body($0[place.offset]) }
    }
  }

  /// Goes through the flags in the order of their keys' bytes, some neighbours at a time.
  @inline(__always)
  func forEachRun(ofAtMost count: Int, _ body: (UnsafeBufferPointer<FlagCode>) -> Void) {
    values.withUnsafeBufferPointer { chunks in
      for chunk in 0..<chunks.count {
        chunks[chunk].withUnsafeBufferPointer { slots in
          slots.withMemoryRebound(to: FlagCode.self) { codes in
            var start = 0
            while start < codes.count {
              let end = Swift.min(start &+ count, codes.count)
              body(UnsafeBufferPointer(rebasing: codes[start..<end]))
              start = end
            }
          }
        }
      }
    }
  }
}
