import SerinFlags
import Store

/// Who makes a change, through which path and under which request: what the audit log needs to know.
package struct Caller: Sendable {
  let actor: String
  let via: String
  let requestID: String
  /// The rights behind it; nil for the server itself.
  let access: Access?

  /// The server itself, while it sets a store up.
  static let setup = Caller(actor: "setup", via: "setup", requestID: "", access: nil)

  /// An audit entry for something this caller does.
  func entry(_ action: String, _ object: String, reason: String) -> AuditEntry {
    AuditEntry(
      actor: actor, via: via, action: action, object: object, reason: reason, requestID: requestID)
  }
}

/// Where a flag is looked at: one environment of one project.
struct Place: Sendable {
  let project: ProjectRecord
  let environment: EnvironmentRecord
  /// Every environment of the project, this one included.
  let environments: [EnvironmentRecord]
}
