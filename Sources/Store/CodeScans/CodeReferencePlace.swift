internal import SerinFlags

/// What no two references of a scan may share: the flag and where it is named, down to the bytes.
package struct CodeReferencePlace: Sendable, Hashable {
  private let flag: ExactString
  private let file: ExactString
  private let line: Int64
  private let column: Int64

  /// The place of a reference.
  package init(_ reference: CodeReferenceRecord) {
    flag = ExactString(reference.flagKey)
    file = ExactString(reference.file)
    line = reference.line
    column = reference.column
  }
}
