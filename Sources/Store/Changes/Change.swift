/// A set of edits that happen together or not at all.
public struct Change: Sendable, Hashable {
  /// The chain of the audit log that records it: a project's id, or `instance`.
  public var chain: String
  /// What is edited, in order.
  ///
  /// Each edit that changes something leaves one audit row for each environment it touches, or one in all when it
  /// touches none.
  public var edits: [Edit]

  /// Creates a change.
  public init(chain: String, edits: [Edit]) {
    self.chain = chain
    self.edits = edits
  }
}

/// One edit with its audit entry.
///
/// The audit row's `before` and `after` are taken from the rows themselves inside the transaction, so the log cannot
/// differ from what happened.
public struct Edit: Sendable, Hashable {
  /// Who, why and what.
  public var audit: AuditEntry
  /// A project to create, change or remove.
  public var project: ProjectWrite?
  /// Environments to create, change or remove.
  public var environments: [EnvironmentWrite] = []
  /// A flag's own fields to create or replace.
  public var flag: FlagWrite?
  /// A segment's own fields to create or replace.
  public var segment: SegmentWrite?
  /// Items to create or change.
  public var items: [ItemWrite] = []
  /// A long list whose new state becomes current together with the items.
  public var list: ListWrite?
  /// A token to create, to revoke or to let expire.
  public var token: TokenWrite?
  /// A link to make, to use or to take back.
  public var invitation: InvitationWrite?
  /// An account to create or to change; one that an invitation is for comes after its use.
  public var account: AccountWrite?
  /// What an account is in a project.
  public var membership: MembershipWrite?
  /// A step of writing or removing the references of one branch of a repository.
  public var codeScan: CodeScanWrite?
  /// A job to plan, to move, to take back or to finish.
  public var job: JobWrite?
  /// A change request to propose or to change, or what somebody says of it.
  public var changeRequest: ChangeRequestWrite?

  /// The documents of an earlier audit row of the change's chain to erase.
  public var erasure: AuditErasure?

  /// Creates an edit that does nothing yet.
  public init(audit: AuditEntry) { self.audit = audit }
}

/// Who makes an edit, through which path, and why.
public struct AuditEntry: Sendable, Hashable {
  /// Who: `token:<id>`, `account:<id>`, `setup`.
  public var actor: String
  /// Through which path: `api`, `setup`, `schedule`, `approval`, `import`, later `panel`, `canary`.
  public var via: String
  /// What was done: `flag.create`, `flag.replace`, `flag.kill`, `token.revoke`, ...
  public var action: String
  /// What it was done to: `flag:<id>`, `token:<id>`, `project:<id>`, `code:<repository>@<branch>`,
  /// `schedule:<id>`, `changeRequest:<id>`.
  public var object: String
  /// Why; may be empty.
  public var reason: String
  /// The id of the request, to find it in the log.
  public var requestID: String

  /// Creates an entry.
  public init(actor: String, via: String, action: String, object: String, reason: String, requestID: String) {
    self.actor = actor
    self.via = via
    self.action = action
    self.object = object
    self.reason = reason
    self.requestID = requestID
  }
}

/// What a row must look like for an edit to apply.
public enum Expectation: Sendable, Hashable {
  /// The row must not exist.
  case absent
  /// The row must be at this version.
  case version(Int64)
  /// The row must exist, at any version: for a kill, which never waits for others.
  case present
}

/// A flag's own fields to create or replace.
///
/// The store sets version and creation time; `archivedAt` and `deletedAt` are set by it too when `isArchived` and
/// `isDeleted` say so. Nothing else of a deleted flag can be changed, nor while it is being deleted or brought back.
public struct FlagWrite: Sendable, Hashable {
  /// The fields to write.
  public var flag: FlagRecord
  /// Whether the flag is archived afterwards.
  public var isArchived: Bool
  /// Whether the flag is deleted afterwards.
  public var isDeleted: Bool
  /// Whether it is a new flag that gets the key of an earlier one, for which apps may still ask.
  public var reusesKey = false
  /// What must be there before.
  public var expects: Expectation

  /// Creates a write.
  public init(flag: FlagRecord, isArchived: Bool = false, isDeleted: Bool = false, expects: Expectation) {
    self.flag = flag
    self.isArchived = isArchived
    self.isDeleted = isDeleted
    self.expects = expects
  }
}

/// An item to create or change.
///
/// What is nil stays as it is.
public struct ItemWrite: Sendable, Hashable {
  /// The environment.
  public var environmentID: String
  /// What it is.
  public var kind: ItemKind
  /// The id of the flag, segment, list or token.
  public var id: String
  /// The number of the document's schema; it counts only together with a document.
  public var schema: Int64
  /// The new document as JSON text, or nil.
  public var document: String?
  /// Whether the flag is killed, or nil.
  public var isKilled: Bool?
  /// Whether the thing is gone, or nil.
  public var isGone: Bool?
  /// What must be there before.
  public var expects: Expectation

  /// Creates a write.
  public init(
    environmentID: String, kind: ItemKind, id: String, schema: Int64 = 1, document: String? = nil,
    isKilled: Bool? = nil, isGone: Bool? = nil, expects: Expectation
  ) {
    self.environmentID = environmentID
    self.kind = kind
    self.id = id
    self.schema = schema
    self.document = document
    self.isKilled = isKilled
    self.isGone = isGone
    self.expects = expects
  }
}

/// What a change left behind.
public struct Commit: Sendable, Hashable {
  /// When it was committed, in milliseconds since 1970 UTC.
  public var at: Int64
  /// The environments that got a new revision, as they are now.
  public var environments: [EnvironmentRecord]
  /// The items that were written, as they are now.
  public var items: [ItemRecord]
  /// The flags that were written, as they are now.
  public var flags: [FlagRecord]
  /// The scans of code that were written, or found to say the same already, as they are now.
  public var codeScans: [CodeScanRecord]
  /// How many rows of scans that nobody sees any more were removed.
  public var sweptRows: Int64
  /// The audit rows' sequence numbers; empty when the change changed nothing.
  public var auditSequences: [Int64]

  /// Creates a commit.
  public init(
    at: Int64, environments: [EnvironmentRecord], items: [ItemRecord], flags: [FlagRecord],
    codeScans: [CodeScanRecord] = [], sweptRows: Int64 = 0, auditSequences: [Int64]
  ) {
    self.at = at
    self.environments = environments
    self.items = items
    self.flags = flags
    self.codeScans = codeScans
    self.sweptRows = sweptRows
    self.auditSequences = auditSequences
  }
}
