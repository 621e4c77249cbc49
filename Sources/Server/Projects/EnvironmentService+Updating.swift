import SerinFlags
import Store

extension EnvironmentService {
  /// Changes what people write about an environment.
  ///
  /// When the environment has changed since `version`, fields that only one side changed are kept from that side.
  /// - Parameter version: The version that the edit started from; nil for whatever is there.
  /// - Throws: 412 with who changed what and when where both changed a field, 409 when the key is taken.
  func update(
    _ environment: EnvironmentRecord, _ fields: Fields, version: Int64?, in project: ProjectRecord, by caller: Caller,
    reason: String
  ) async throws(Problem) -> EnvironmentRecord {
    _ = try fields.applied(to: environment)
    for _ in 0..<FlagService.attempts {
      // Another server on the same store may know more.
      if let version, try found(environment.id).version < version { try await keeper.refreshProjects() }
      let current = try found(environment.id)
      let changes = try await Self.thing(current).changes(
        fields.members, from: version, to: Self.state(of: current), store: store)
      let wanted = try fields.only(changes).applied(to: current)
      guard wanted != current else { return current }
      try current.checkReason(reason)
      var edit = Edit(audit: caller.entry("environment.update", "environment:\(environment.id)", reason: reason))
      edit.environments = [.update(wanted, expects: .version(current.version))]
      guard try await keeper.commitUnlessOutrun(edit, in: project.id) else { continue }
      // Nobody sees them any more, also when they cannot be deleted now: maintenance does that later.
      if !wanted.keepsContexts { _ = try? await contexts?.remove(userID: nil, in: environment) }
      return try found(environment.id)
    }
    throw Problem(
      .conflict, "environment \"\(environment.key)\" is being changed by others all the time; try again")
  }

  private static let memberNames = ["key", "name", "position", "protected", "approvalsNeeded", "keepsContexts"]

  private static func state(of environment: EnvironmentRecord) -> AuditedThing.State {
    let fields = Fields(
      key: environment.key, name: environment.name, position: environment.position,
      isProtected: environment.isProtected, approvalsNeeded: environment.approvalsNeeded,
      keepsContexts: environment.keepsContexts)
    return AuditedThing.State(version: environment.version, members: fields.members)
  }

  private static func thing(_ environment: EnvironmentRecord) -> AuditedThing {
    let id = environment.id
    return AuditedThing(
      subject: "environment \"\(environment.key)\"", chain: environment.projectID, object: "environment:\(id)"
    ) { document in
      let found = document["environments"]?.arrayValue?.first { $0["id"]?.stringValue == id }
      return AuditedThing.State(found, members: memberNames)
    }
  }
}

extension EnvironmentService.Fields {
  /// The fields that are there, by the names that they have in bodies and in the audit log.
  fileprivate var members: JSONObject {
    var members: JSONObject = [:]
    if let key { members["key"] = .string(key) }
    if let name { members["name"] = .string(name) }
    if let position { members["position"] = .number(Double(position)) }
    if let isProtected { members["protected"] = .bool(isProtected) }
    if let approvalsNeeded { members["approvalsNeeded"] = .number(Double(approvalsNeeded)) }
    if let keepsContexts { members["keepsContexts"] = .bool(keepsContexts) }
    return members
  }

  /// Those of the fields that are among some members.
  fileprivate func only(_ members: JSONObject) -> Self {
    var fields = self
    if members["key"] == nil { fields.key = nil }
    if members["name"] == nil { fields.name = nil }
    if members["position"] == nil { fields.position = nil }
    if members["protected"] == nil { fields.isProtected = nil }
    if members["approvalsNeeded"] == nil { fields.approvalsNeeded = nil }
    if members["keepsContexts"] == nil { fields.keepsContexts = nil }
    return fields
  }
}
