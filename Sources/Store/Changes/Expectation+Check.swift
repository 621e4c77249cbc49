extension Expectation {
  /// Compares what is there with what is expected.
  ///
  /// - Parameters:
  ///   - object: The row, as errors name it.
  ///   - found: The row's version; nil when it does not exist.
  /// - Throws: ``StoreError/conflict(_:)``, or ``StoreError/notFound(object:)`` for ``present`` when there is no row.
  package func check(object: String, found: Int64?) throws(StoreError) {
    switch self {
    case .absent:
      guard found == nil else { throw .conflict(StoreConflict(object: object, expected: nil, found: found)) }
    case .version(let version):
      guard found == version else { throw .conflict(StoreConflict(object: object, expected: version, found: found)) }
    case .present:
      guard found != nil else { throw .notFound(object: object) }
    }
  }
}
