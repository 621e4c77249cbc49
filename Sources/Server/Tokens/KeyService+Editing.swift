import SerinFlags
import Store

extension KeyService {
  /// Changes what people call a key, which flags it sees and which origins may use it; what is nil stays.
  /// - Throws: 404 for a key that is none of the project's, 409 for one that was revoked, 422 that names the field.
  func edit(
    _ id: String, name: String?, flags: [String]?, origins: [String]?, in project: ProjectRecord, seenBy access: Access,
    by caller: Caller, reason: String
  ) async throws(Problem) -> TokenRecord {
    // One edit after another, since each writes the key's item whole.
    try await keeper.gate.pass(project.id) { () async throws(Problem) in
      let record = try await key(id, in: project, seenBy: access)
      return try await edit(
        record, name: name, flags: flags, origins: origins, in: project, seenBy: access, by: caller, reason: reason)
    }
  }

  private func edit(
    _ record: TokenRecord, name: String?, flags: [String]?, origins: [String]?, in project: ProjectRecord,
    seenBy access: Access, by caller: Caller, reason: String
  ) async throws(Problem) -> TokenRecord {
    guard record.revokedAt == nil else { throw Problem(.conflict, "the key was revoked; make a new one instead") }
    try KeyScope(flags: flags ?? [], origins: origins ?? []).check(for: record.kind)
    try Self.check(record, isCoveredBy: access.limits)
    var wanted = record
    if let name { wanted.name = try PersonalData.name(name) }
    if let flags { wanted.flags = try FlagFilter.checked(flags) }
    if let origins { wanted.origins = try WebOrigin.checked(origins) }
    guard wanted != record else { return record }
    try environment(record.environmentID)?.checkReason(reason)
    var edit = Edit(audit: caller.entry("token.edit", "token:\(record.id)", reason: reason))
    edit.token = .edit(id: record.id, name: wanted.name, flags: wanted.flags, origins: wanted.origins)
    if TokenItem.document(wanted) != TokenItem.document(record) {
      edit.items = Self.itemWrites(of: wanted, expects: .present)
    }
    try await commit(
      Change(chain: record.projectID ?? AuditChain.instance, edits: [edit]), isAdmin: record.kind == .admin)
    return try await read(record.id)
  }

  /// A key of a project.
  /// - Throws: 404.
  func key(_ id: String, in project: ProjectRecord, seenBy access: Access) async throws(Problem) -> TokenRecord {
    guard let record = try await keys(of: project, seenBy: access).first(where: { $0.id == id }) else {
      throw Problem(.notFound, "project \"\(project.key)\" has no key with the id \"\(id)\"")
    }
    return record
  }
}
