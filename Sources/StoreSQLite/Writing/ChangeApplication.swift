internal import Store

/// Applies the edits of one change inside a savepoint that its owner opened.
///
/// It reads every row it is about to write, so that expectations, versions, digests and the audit log's `before` are
/// all taken from one state of the database.
struct ChangeApplication {
  let connection: Connection
  let auditKey: HMACSHA256
  let chain: String
  /// The instant of the change.
  let at: Int64
  /// What it makes way for; nil for a change that makes way for none.
  let yielding: Yielding?

  /// An environment that an edit looked at, with what it will be after the change.
  struct Environment {
    var record: EnvironmentRecord
    /// Whether it has its new revision already.
    private(set) var isTouched = false

    /// The instant that its new revision is for, in microseconds since 1970 UTC; what was passed before counts anyway.
    var passedAt: Int64 = 0

    init(record: EnvironmentRecord) { self.record = record }

    /// The revision of what the change writes.
    var nextRevision: Int64 { isTouched ? record.revision : record.revision + 1 }

    /// Moves to the change's revision.
    @discardableResult
    mutating func touch() -> Int64 {
      record.revision = nextRevision
      isTouched = true
      return record.revision
    }
  }

  /// The environments looked at so far, in that order.
  var environments: [Environment] = []
  /// The items written so far, each as it is now.
  var items = WrittenRows<ItemRecord>()
  /// The flags written so far, each as it is now.
  var flags = WrittenRows<FlagRecord>()
  /// The scans written so far, or found to say the same already.
  var codeScans: [CodeScanRecord] = []
  /// How many rows of scans that nobody sees any more were removed so far.
  var sweptRows: Int64 = 0
  /// The audit rows written so far.
  var sequences: [Int64] = []
  /// The end of the audit chain; nil until it was read.
  var head: AuditHead?

  init(connection: Connection, auditKey: HMACSHA256, chain: String, at: Int64, yielding: Yielding?) {
    self.yielding = yielding
    self.connection = connection
    self.auditKey = auditKey
    self.chain = chain
    self.at = at
  }

  /// Applies the edits in order and gives what they left behind.
  mutating func apply(_ edits: [Edit]) throws(StoreError) -> Commit {
    for edit in edits { try apply(edit) }
    let touched = environments.filter(\.isTouched).map(\.record)
    for environment in environments where environment.isTouched {
      let record = environment.record
      // Whoever hears of the revision asks for answers of now, so every instant until now is part of it.
      try connection.run(
        "UPDATE environment SET revision = ?, digest = ?, passed_at = ? WHERE id = ?",
        record.revision, record.digest.bytes, max(environment.passedAt, at * 1000), record.id)
    }
    if let head, !sequences.isEmpty {
      try connection.run(
        """
        INSERT INTO audit_head (chain, seq, hash) VALUES (?, ?, ?)
        ON CONFLICT (chain) DO UPDATE SET seq = excluded.seq, hash = excluded.hash
        """, chain, head.sequence, head.hash)
    }
    return Commit(
      at: at, environments: touched, items: items.rows, flags: flags.rows, codeScans: codeScans, sweptRows: sweptRows,
      auditSequences: sequences)
  }

  private mutating func apply(_ edit: Edit) throws(StoreError) {
    var log = EditLog(firstSequence: try readHead().sequence + 1)
    if let write = edit.project { try apply(write, to: &log) }
    for write in edit.environments { try apply(write, to: &log) }
    if let write = edit.flag { try apply(write, to: &log) }
    // A link is looked at before the account that it makes, and the account before what that is in a project.
    if let write = edit.invitation { try apply(write, to: &log) }
    if let write = edit.account { try apply(write, to: &log) }
    if let write = edit.membership { try apply(write, to: &log) }
    if let write = edit.token { try apply(write, to: &log) }
    if let write = edit.codeScan { try apply(write, to: &log) }
    if let write = edit.segment { try apply(write, to: &log) }
    if let erasure = edit.erasure { try apply(erasure, to: &log) }
    for write in edit.items {
      try yielding?.check()
      try apply(write, to: &log)
    }
    if let write = edit.list { try apply(write) }
    if let write = edit.job { try apply(write, to: &log) }
    if let write = edit.changeRequest { try apply(write, to: &log) }
    try record(log, as: edit.audit)
  }

  /// The environment's place in ``environments``, read when it is looked at for the first time.
  mutating func indexOfEnvironment(_ id: String) throws(StoreError) -> Int {
    if let index = environments.firstIndex(where: { $0.record.id == id }) { return index }
    let found = try connection.row(
      "SELECT \(Row.environmentColumns) FROM environment WHERE id = ? AND archived_at IS NULL", id
    ) { row throws(StoreError) in try row.environment() }
    guard let found else { throw .notFound(object: "environment:\(id)") }
    environments.append(Environment(record: found))
    return environments.count - 1
  }

  /// Whether a query finds anything.
  func exists(_ sql: String, _ value: String) throws(StoreError) -> Bool {
    try connection.row(sql, value, make: { _ in true }) ?? false
  }

  /// Whether a query without parameters finds anything.
  func exists(_ sql: String) throws(StoreError) -> Bool {
    try connection.row(sql, make: { _ in true }) ?? false
  }
}
