/// Hands out the memory of programs, those of flags that are compiled together next to each other.
///
/// A processor fetches memory that is read in order ahead of time, so all flags of a context are decided faster when
/// their programs lie in their order.
struct ProgramMemory {
  private var slab: Slab?
  private var used = 0

  private static let slabSize = 64 * 1024
  private static let alignment = 64

  /// Some memory that several programs share; it is freed with the last of them.
  final class Slab: Sendable {
    /// Safe to share: programs write into their own part, before anybody else knows of it.
    nonisolated(unsafe) let start: UnsafeMutableRawPointer

    init(size: Int) {
      start = .allocate(byteCount: size, alignment: ProgramMemory.alignment)
    }

    deinit { start.deallocate() }
  }

  /// Memory for one program; it lives as long as the slab.
  mutating func allocate(_ size: Int) -> (memory: UnsafeMutableRawPointer, slab: Slab) {
    let start = (used + Self.alignment - 1) & ~(Self.alignment - 1)
    if let slab, start + size <= Self.slabSize {
      used = start + size
      return (slab.start + start, slab)
    }
    let fresh = Slab(size: max(size, Self.slabSize))
    slab = fresh
    used = size
    return (fresh.start, fresh)
  }

  /// Memory for one program that has no neighbours, just as large as it must be.
  static func alone(_ size: Int) -> (memory: UnsafeMutableRawPointer, slab: Slab) {
    let slab = Slab(size: size)
    return (slab.start, slab)
  }
}
