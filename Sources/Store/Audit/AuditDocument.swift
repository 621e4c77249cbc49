internal import SerinFlags

/// The rows that an audit row tells about, either before or after the edit.
///
/// Its text is one JSON object with the members `account`, `changeComment`, `changeRequest`, `changeVerdict`, `codeScan`,
/// `environments`, `erased`, `flag`, `invitation`, `items`, `job`, `membership`, `project`, `segment` and `token`, of
/// which only those are there that the edit wrote. Every store composes it from the rows inside its transaction.
package struct AuditDocument: Sendable, Hashable {
  /// A project.
  package var project: ProjectRecord?
  /// Environments that were created, changed or removed.
  package var environments: [EnvironmentRecord] = []
  /// A flag's own fields.
  package var flag: FlagRecord?
  /// A segment's own fields.
  package var segment: SegmentRecord?
  /// Items.
  package var items: [ItemRecord] = []
  /// A token; its secret's hash is left out.
  package var token: TokenRecord?

  /// An account; nothing of its password is in it.
  package var account: AccountRecord?
  /// What an account is in a project.
  package var membership: MembershipRecord?
  /// An invitation; its secret's hash is left out.
  package var invitation: InvitationRecord?

  /// A scan of code, without the places it found: they are no configuration, and may be thousands.
  package var codeScan: CodeScanRecord?
  /// A change request.
  package var changeRequest: ChangeRequestRecord?
  /// What somebody said of a change request.
  package var changeVerdict: ChangeVerdictRecord?
  /// A comment on a change request.
  package var changeComment: ChangeCommentRecord?
  /// A job.
  package var job: JobRecord?

  /// The number of an audit row whose documents were erased.
  package var erased: Int64?

  /// Creates a document without rows.
  package init() {}

  /// The document as JSON text; nil when it has no rows.
  package var text: String? {
    var object = JSONObjectText()
    if let account { object.add("account", raw: Self.object(account).closed) }
    if let changeComment { object.add("changeComment", raw: Self.object(changeComment).closed) }
    if let changeRequest { object.add("changeRequest", raw: Self.object(changeRequest).closed) }
    if let changeVerdict { object.add("changeVerdict", raw: Self.object(changeVerdict).closed) }
    if let codeScan { object.add("codeScan", raw: Self.object(codeScan).closed) }
    if let erased { object.add("erased", erased) }
    if !environments.isEmpty { object.add("environments", objects: environments.map(Self.object)) }
    if let flag { object.add("flag", raw: Self.object(flag).closed) }
    if let invitation { object.add("invitation", raw: Self.object(invitation).closed) }
    if !items.isEmpty { object.add("items", objects: items.map(Self.object)) }
    if let job { object.add("job", raw: Self.object(job).closed) }
    if let membership { object.add("membership", raw: Self.object(membership).closed) }
    if let project { object.add("project", raw: Self.object(project).closed) }
    if let segment { object.add("segment", raw: Self.object(segment).closed) }
    if let token { object.add("token", raw: Self.object(token).closed) }
    return object.isEmpty ? nil : String(decoding: object.closed, as: UTF8.self)
  }

  private static func object(_ scan: CodeScanRecord) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("branch", scan.branch)
    object.add("commit", scan.commit)
    object.add("link", scan.link)
    object.add("references", scan.references)
    object.add("repository", scan.repository)
    return object
  }

  private static func object(_ environment: EnvironmentRecord) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("approvalsNeeded", environment.approvalsNeeded)
    object.add("id", environment.id)
    object.add("keepsContexts", environment.keepsContexts)
    object.add("key", environment.key)
    object.add("name", environment.name)
    object.add("position", environment.position)
    object.add("protected", environment.isProtected)
    object.add("version", environment.version)
    return object
  }

  private static func object(_ flag: FlagRecord) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("archivedAt", flag.archivedAt)
    object.add("deletedAt", flag.deletedAt)
    object.add("description", flag.description)
    object.add("expiresOn", flag.expiresOn)
    object.add("id", flag.id)
    object.add("key", flag.key)
    object.add("kind", flag.kind)
    object.add("owner", flag.owner)
    object.add("propertyTypes", document: flag.propertyTypes)
    object.add("tags", raw: JSONValue.array(flag.tags.map(JSONValue.string)).serialized())
    object.add("version", flag.version)
    return object
  }

  private static func object(_ item: ItemRecord) -> JSONObjectText {
    var object = JSONObjectText()
    // A token's document holds the hash of its secret, or the key itself.
    if item.kind != .token { object.add("document", document: item.document) }
    object.add("environment", item.environmentID)
    object.add("gone", item.isGone)
    object.add("id", item.id)
    object.add("killed", item.isKilled)
    object.add("kind", item.kind.rawValue)
    object.add("schema", item.schema)
    object.add("version", item.version)
    return object
  }

  private static func object(_ project: ProjectRecord) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("id", project.id)
    object.add("key", project.key)
    object.add("name", project.name)
    object.add("version", project.version)
    return object
  }

  private static func object(_ segment: SegmentRecord) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("archivedAt", segment.archivedAt)
    object.add("description", segment.description)
    object.add("id", segment.id)
    object.add("key", segment.key)
    object.add("kind", segment.kind)
    object.add("tags", raw: JSONValue.array(segment.tags.map(JSONValue.string)).serialized())
    object.add("version", segment.version)
    return object
  }
}
