/// The chains of the audit log.
package enum AuditChain {
  /// The chain of what belongs to no project, such as the instance's admin tokens.
  ///
  /// A project's chain is its id.
  package static let instance = "instance"
}
