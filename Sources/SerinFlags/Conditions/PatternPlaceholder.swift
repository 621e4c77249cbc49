/// Stands in until the engine is there.
struct PatternError: Error, CustomStringConvertible { var description: String { "" } }
public struct Pattern: Sendable, Hashable {
  static let maximumTextBytes = 4096
  init(parsing source: String, ignoringCase: Bool = false) throws(PatternError) {}
  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { false }
}
