@testable import Server

/// What every operation that may change something leaves in the audit log, written down by hand.
///
/// It is asked for by the token of the instance, unless another one is named.
struct AuditTable: Sendable {
  /// The chain that a row belongs to.
  enum Chain: Sendable { case shop, instance, new }

  /// What a row says was there before and is there after.
  enum Content: Sendable {
    /// Nothing before.
    case creates
    /// Something before and something after.
    case changes
    /// Something before and nothing after.
    case removes
  }

  /// The rows of one edit: one for each environment, or one for all.
  struct Rows: Sendable {
    let action: String
    /// What the object is called before its colon.
    let object: String
    /// The keys of the environments; empty when the row is of none.
    let environments: [String]
    let content: Content
    var via = "api"

    init(_ action: String, _ object: String, in environments: [String] = [], _ content: Content, via: String = "api") {
      self.action = action
      self.object = object
      self.environments = environments
      self.content = content
      self.via = via
    }
  }

  /// What the same request does when it comes again.
  enum Again: Sendable {
    /// It succeeds and leaves no row, since everything is so already.
    case nothing
    /// It is refused and leaves no row.
    case refused
    /// It does something more.
    case more
  }

  let chain: Chain
  let rows: [Rows]
  let again: Again
  let asker: Asker
  /// The reason on record: the one that was given, except where the operation takes none.
  let reason: String

  init(
    _ chain: Chain, _ rows: [Rows], again: Again, by asker: Asker = .instanceToken, reason: String = "because"
  ) {
    self.chain = chain
    self.rows = rows
    self.again = again
    self.asker = asker
    self.reason = reason
  }

  /// What changes nothing that is configuration.
  static let silent = AuditTable(.shop, [], again: .nothing)

  private static let all = ["development", "staging", "production"]
  private static let here = ["production"]

  static let operations: [String: AuditTable] = [
    // Projects and environments.
    "createProject": AuditTable(.new, [Rows("project.create", "project", .creates)], again: .refused),
    "updateProject": AuditTable(.shop, [Rows("project.update", "project", .changes)], again: .nothing),
    "removeProject": AuditTable(.instance, [Rows("project.remove", "project", .removes)], again: .refused),
    "createEnvironment": AuditTable(
      .shop, [Rows("environment.create", "environment", in: ["new"], .creates)], again: .refused),
    "updateEnvironment": AuditTable(.shop, [Rows("environment.update", "environment", .changes)], again: .nothing),
    "removeEnvironment": AuditTable(.shop, [Rows("environment.remove", "environment", .removes)], again: .refused),
    // The audit log itself.
    "verifyAudit": silent,
    "verifyInstanceAudit": silent,
    "eraseAudit": AuditTable(.shop, [Rows("audit.erase", "audit", .creates)], again: .nothing),
    "eraseInstanceAudit": AuditTable(.instance, [Rows("audit.erase", "audit", .creates)], again: .nothing),
    // Flags.
    "createFlag": AuditTable(.shop, [Rows("flag.create", "flag", in: all, .creates)], again: .refused),
    "replaceFlag": AuditTable(.shop, [Rows("flag.replace", "flag", in: here, .changes)], again: .nothing),
    "applyRuleset": AuditTable(.shop, [Rows("flag.create", "flag", in: all, .creates)], again: .nothing),
    "killFlag": AuditTable(.shop, [Rows("flag.kill", "flag", in: here, .changes)], again: .nothing),
    "unkillFlag": AuditTable(.shop, [Rows("flag.unkill", "flag", in: here, .changes)], again: .nothing),
    "archiveFlag": AuditTable(.shop, [Rows("flag.archive", "flag", in: all, .changes)], again: .nothing),
    "unarchiveFlag": AuditTable(.shop, [Rows("flag.unarchive", "flag", in: all, .changes)], again: .nothing),
    "deleteFlag": AuditTable(.shop, [Rows("flag.delete", "flag", in: all, .changes)], again: .nothing),
    "undeleteFlag": AuditTable(.shop, [Rows("flag.undelete", "flag", in: all, .changes)], again: .nothing),
    "restoreFlagVersion": AuditTable(.shop, [Rows("flag.restore", "flag", in: here, .changes)], again: .nothing),
    "evaluateFlag": silent,
    "evaluateFlags": silent,
    "planPromotion": silent,
    "promoteFlags": AuditTable(.shop, [Rows("flag.promote", "flag", in: here, .changes)], again: .nothing),
    // What changes nothing that is configuration: previews, contexts, drafts.
    "previewChange": silent,
    "previewChangeRequest": silent,
    "deleteRecentContexts": silent,
    "saveDraft": silent,
    "removeDraft": AuditTable(.shop, [], again: .refused),
    // The project as a document.
    "planProjectDocument": silent,
    "applyProjectDocument": AuditTable(.shop, [Rows("flag.replace", "flag", .changes, via: "import")], again: .refused),
    // Segments.
    "segmentContains": silent,
    "createSegment": AuditTable(.shop, [Rows("segment.create", "segment", in: here, .creates)], again: .refused),
    "editSegment": AuditTable(.shop, [Rows("segment.edit", "segment", in: here, .changes)], again: .nothing),
    "deleteSegment": AuditTable(.shop, [Rows("segment.delete", "segment", in: here, .changes)], again: .refused),
    "replaceSegmentList": AuditTable(.shop, [Rows("segment.list", "segment", in: here, .changes)], again: .nothing),
    "addToSegmentList": AuditTable(.shop, [Rows("segment.list", "segment", in: here, .changes)], again: .nothing),
    "restoreSegmentVersion": AuditTable(
      .shop, [Rows("segment.restore", "segment", in: here, .changes)], again: .nothing),
    // Planned changes.
    "createSchedule": AuditTable(.shop, [Rows("schedule.create", "schedule", .creates)], again: .more),
    "moveSchedule": AuditTable(.shop, [Rows("schedule.move", "schedule", .changes)], again: .nothing),
    "cancelSchedule": AuditTable(.shop, [Rows("schedule.cancel", "schedule", .changes)], again: .nothing),
    // Change requests.
    "proposeChange": AuditTable(
      .shop, [Rows("changeRequest.propose", "changeRequest", .creates)], again: .more, reason: "Half of everybody"),
    "editChangeRequest": AuditTable(
      .shop, [Rows("changeRequest.edit", "changeRequest", .changes)], again: .nothing,
      reason: "A quarter of everybody"),
    "rebaseChangeRequest": AuditTable(
      .shop, [Rows("changeRequest.rebase", "changeRequest", .changes)], again: .nothing, reason: "On"),
    "commentChangeRequest": AuditTable(
      .shop, [Rows("changeRequest.comment", "changeRequest", .creates)], again: .more, reason: ""),
    "approveChange": AuditTable(
      .shop, [Rows("changeRequest.approve", "changeRequest", .changes)], again: .nothing, by: .projectToken),
    "rejectChange": AuditTable(.shop, [Rows("changeRequest.reject", "changeRequest", .changes)], again: .refused),
    "applyChangeRequest": AuditTable(
      .shop, [Rows("flag.replace", "flag", in: here, .changes, via: "approval")], again: .refused),
    "breakGlass": AuditTable(
      .shop, [Rows("flag.replace.breakGlass", "flag", in: here, .changes, via: "approval")], again: .refused),
    // Keys, and places in code.
    "createKey": AuditTable(.shop, [Rows("token.create", "token", in: here, .creates)], again: .more),
    "updateKey": AuditTable(.shop, [Rows("token.edit", "token", in: here, .changes)], again: .nothing),
    "rotateKey": AuditTable(
      .shop,
      [Rows("token.create", "token", in: here, .creates), Rows("token.rotate", "token", in: here, .changes)],
      again: .more),
    "revokeKey": AuditTable(.shop, [Rows("token.revoke", "token", in: here, .changes)], again: .nothing),
    "replaceCodeReferences": AuditTable(.shop, [Rows("code.replace", "code", .creates)], again: .nothing),
    "removeCodeReferences": AuditTable(.shop, [Rows("code.remove", "code", .removes)], again: .refused),
    // People. Sessions are no configuration.
    "setUp": AuditTable(
      .instance, [Rows("account.create", "account", .changes)], again: .refused, by: .nobody, reason: ""),
    "acceptInvitation": AuditTable(
      .shop, [Rows("account.create", "account", .changes)], again: .refused, by: .nobody, reason: ""),
    "signIn": silent,
    "signOut": silent,
    "signOutEverywhere": AuditTable(.shop, [], again: .refused, by: .elsewhere),
    "endAccountSessions": silent,
    "changePassword": AuditTable(
      .instance, [Rows("account.password", "account", .changes)], again: .refused, by: .viewer, reason: ""),
    "updateAccount": AuditTable(.instance, [Rows("account.change", "account", .changes)], again: .nothing),
    "setMember": AuditTable(.shop, [Rows("member.set", "account", .creates)], again: .nothing),
    "removeMember": AuditTable(.shop, [Rows("member.remove", "account", .removes)], again: .refused),
    "createInvitation": AuditTable(.instance, [Rows("invitation.create", "invitation", .creates)], again: .more),
    "revokeInvitation": AuditTable(.instance, [Rows("invitation.revoke", "invitation", .changes)], again: .nothing),
    "createProjectInvitation": AuditTable(.shop, [Rows("invitation.create", "invitation", .creates)], again: .more),
    "revokeProjectInvitation": AuditTable(
      .shop, [Rows("invitation.revoke", "invitation", .changes)], again: .nothing),
    "createToken": AuditTable(.instance, [Rows("token.create", "token", .creates)], again: .more, by: .root),
    "rotateToken": AuditTable(
      .instance, [Rows("token.create", "token", .creates), Rows("token.rotate", "token", .changes)], again: .more),
    "revokeToken": AuditTable(.instance, [Rows("token.revoke", "token", .changes)], again: .nothing),
  ]
}
