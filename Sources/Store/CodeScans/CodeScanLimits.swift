/// How much a project may have on record of its code.
public struct CodeScanLimits: Sendable, Hashable {
  /// The most branches of repositories.
  public var branches: Int64
  /// The most bytes of all their places together, by ``CodeReferenceRecord/storedBytes``.
  public var bytes: Int64

  /// What a server allows: 500 branches, and 256 MiB.
  public static let standard = CodeScanLimits(branches: 500, bytes: 256 * 1024 * 1024)

  /// Creates limits.
  public init(branches: Int64, bytes: Int64) {
    self.branches = branches
    self.bytes = bytes
  }

  /// Refuses a project that has too much.
  ///
  /// - Throws: ``StoreError/overLimit(what:found:allowed:)``.
  package func check(branches: Int64, bytes: Int64) throws(StoreError) {
    guard branches <= self.branches else {
      throw .overLimit(what: "branches with code references", found: branches, allowed: self.branches)
    }
    guard bytes <= self.bytes else {
      throw .overLimit(what: "bytes of code references", found: bytes, allowed: self.bytes)
    }
  }
}
