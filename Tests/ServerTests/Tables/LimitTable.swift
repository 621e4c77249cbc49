import HTTP
import SerinFlags
import Store

@testable import Server

/// A limit of something that is sent: the largest that is taken, and what is said of one more.
struct LimitTable: Sendable {
  /// The operation that is sent it.
  let id: String
  /// Which member or parameter; it is named when it is too large.
  let field: String
  let limit: Int
  /// Who asks.
  let asker: Asker
  /// Whether what is as large as it may be is left out, since that takes seconds.
  var isRefusedOnly = false
  /// The body with something of a size; it may hold `{unique}` and the other values of a ``RequestTemplate``.
  let body: @Sendable (Int) -> String

  init(
    _ id: String, _ field: String, _ limit: Int, by asker: Asker = .instanceToken,
    _ body: @escaping @Sendable (Int) -> String
  ) {
    self.id = id
    self.field = field
    self.limit = limit
    self.asker = asker
    self.body = body
  }

  static func text(_ count: Int) -> String { String(repeating: "x", count: max(0, count)) }
  static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ",") + "]"
  }

  /// A member of a body that is a text of some length.
  private static func texts(_ id: String, _ field: String, _ limit: Int, _ rest: String) -> LimitTable {
    LimitTable(id, field, limit) { #"{"\#(field)":"\#(text($0))"\#(rest)}"# }
  }

  /// Names, reasons and numbers, on each operation that takes them.
  static let members: [LimitTable] = [
    texts("createProject", "name", 200, #","key":"{unique}""#),
    LimitTable("applyProjectDocument", "planVersion", 64) {
      #"{"document":{"schema":1},"planVersion":"\#(text($0))"}"#
    }.refusedOnly,
    texts("createProject", "reason", 2000, #","key":"{unique}""#),
    LimitTable("createProject", "key", 128) { #"{"key":"k\#(text($0 - 1))"}"# },
    LimitTable("createProject", "environments", 50) {
      #"{"key":"{unique}","environments":\#(list($0) { "\"e\($0)\"" })}"#
    },
    texts("updateProject", "name", 200, ""),
    LimitTable("createEnvironment", "key", 128) { #"{"key":"e\#(text($0 - 1))"}"# },
    texts("createEnvironment", "name", 200, #","key":"{unique}""#),
    LimitTable("createEnvironment", "position", 1000) { #"{"key":"{unique}","position":\#($0)}"# },
    LimitTable("createEnvironment", "approvalsNeeded", 10) { #"{"key":"{unique}","approvalsNeeded":\#($0)}"# },
    // What is called another way is found by no other row.
    LimitTable("updateProject", "key", 128) { #"{"key":"k\#(text($0 - 1))"}"# }.refusedOnly,
    LimitTable("updateEnvironment", "key", 128) { #"{"key":"k\#(text($0 - 1))"}"# }.refusedOnly,
    LimitTable("updateEnvironment", "position", 1000) { #"{"position":\#($0)}"# },
    LimitTable("updateEnvironment", "approvalsNeeded", 10) { #"{"approvalsNeeded":\#($0)}"# },
    texts("updateEnvironment", "reason", 2000, #","name":"{unique}""#),
    LimitTable("createFlag", "key", 128) { #"{"key":"f\#(text($0 - 1))","document":{"kind":"release","owner":"w"}}"# },
    texts("killFlag", "reason", 2000, ""),
    texts("unkillFlag", "reason", 2000, ""),
    texts("archiveFlag", "reason", 2000, ""),
    texts("promoteFlags", "reason", 2000, #","from":"staging","flags":["{promoted}"]"#),
    LimitTable("createSegment", "key", 128) { #"{"key":"g\#(text($0 - 1))","kind":"list"}"# },
    texts("createSegment", "description", 4096, #","key":"{unique}","kind":"list""#),
    LimitTable("createSegment", "tags", 64) {
      #"{"key":"{unique}","kind":"list","tags":\#(list($0) { "\"t\($0)\"" })}"#
    },
    LimitTable("createSegment", "tags[0]", 256) { #"{"key":"{unique}","kind":"list","tags":["\#(text($0))"]}"# },
    texts("editSegment", "description", 4096, ""),
    LimitTable("editSegment", "tags", 64) { #"{"tags":\#(list($0) { "\"t\($0)\"" })}"# },
    LimitTable("editSegment", "", 10_000) { #"{"definition":{"list":\#(list($0) { "\"u\($0)\"" })}}"# },
    texts("deleteSegment", "reason", 2000, ""),
    LimitTable("replaceSegmentList", "", 1024) { "alice\n\(text($0))\n" },
    LimitTable("addToSegmentList", "", 1024) { "\(text($0))\n" },
    texts("segmentContains", "", 1024, "").renamed("id"),
    texts("createSchedule", "reason", 2000, plannedKill + #","at":"2027-02-01T00:00:00Z""#),
    texts("proposeChange", "title", 200, proposed),
    texts("proposeChange", "description", 10_000, #","title":"t""# + proposed),
    texts("editChangeRequest", "title", 200, ""),
    texts("editChangeRequest", "description", 10_000, ""),
    texts("commentChangeRequest", "text", 4000, ""),
    texts("breakGlass", "reason", 2000, ""),
    texts("createKey", "name", 100, #","kind":"server","environment":"production""#),
    LimitTable("createKey", "flags", 100) {
      #"{"kind":"server","environment":"production","flags":\#(list($0) { "\"f\($0)\"" })}"#
    },
    LimitTable("createKey", "origins", 50) {
      #"{"kind":"client","environment":"production","origins":\#(list($0) { "\"https://a\($0).example\"" })}"#
    },
    LimitTable("createKey", "origins[0]", 300) {
      #"{"kind":"client","environment":"production","origins":["https://\#(text($0 - 8))"]}"#
    },
    LimitTable("updateKey", "flags", 100) { #"{"flags":\#(list($0) { "\"f\($0)\"" })}"# },
    LimitTable("updateKey", "origins", 50) {
      #"{"origins":\#(list($0) { "\"https://a\($0).example\"" })}"#
    },
    LimitTable("updateKey", "origins[0]", 300) { #"{"origins":["https://\#(text($0 - 8))"]}"# },
    texts("updateKey", "name", 100, ""),
    LimitTable("rotateKey", "overlap", 7_776_000) { #"{"overlap":\#($0)}"# },
    LimitTable("createToken", "name", 100) { #"{"kind":"instance","name":"\#(text($0))"}"# },
    LimitTable("rotateToken", "overlap", 7_776_000) { #"{"overlap":\#($0)}"# },
    LimitTable("createInvitation", "email", 254) { #"{"email":"\#(text($0 - 12))@example.com"}"# },
    LimitTable("createInvitation", "expiresIn", 2_592_000) { #"{"email":"{unique}@example.com","expiresIn":\#($0)}"# },
    LimitTable("createProjectInvitation", "expiresIn", 2_592_000) {
      #"{"email":"{unique}@example.com","role":"viewer","expiresIn":\#($0)}"#
    },
    LimitTable("acceptInvitation", "name", 100, by: .nobody) {
      #"{"secret":"{secret}","name":"\#(text($0))","password":"correct horse battery"}"#
    },
    LimitTable("acceptInvitation", "password", 1024, by: .nobody) {
      #"{"secret":"{secret}","name":"N","password":"y\#(text($0 - 2))z"}"#
    },
    LimitTable("changePassword", "newPassword", 1024, by: .editor) {
      #"{"password":"\#(PeopleFixture.password)","newPassword":"y\#(text($0 - 2))z"}"#
    }.refusedOnly,
    texts("updateAccount", "name", 100, ""),
    LimitTable("verifyAudit", "anchors", 10_000) { count in
      let hash = String(repeating: "ab", count: 32)
      return #"{"anchors":\#(list(count) { #"{"sequence":\#($0 + 1),"hash":"\#(hash)"}"# })}"#
    }.refusedOnly,
    LimitTable("replaceCodeReferences", "repository", 200) { scan(repository: text($0)) },
    LimitTable("replaceCodeReferences", "branch", 255) { scan(branch: text($0)) },
    LimitTable("replaceCodeReferences", "commit", 64) { scan(commit: text($0)) },
    LimitTable("replaceCodeReferences", "references[0].file", 1000) { scan(file: text($0)) },
    LimitTable("replaceCodeReferences", "references[0].snippet", 4000) { scan(snippet: text($0)) },
    LimitTable("replaceCodeReferences", "references[0].line", 1_000_000_000) { scan(line: $0) },
    LimitTable("replaceCodeReferences", "references[0].column", 1_000_000_000) { scan(column: $0) },
  ]

  private static let plannedKill =
    #","environment":"production","change":{"operation":"killFlag","flag":"new_checkout"}"#
  private static let proposed =
    #","change":{"operation":"replaceFlag","flag":"new_checkout","patch":{"default":"on"}}"#

  private static func scan(
    repository: String = "acme/shop", branch: String = "b", commit: String = "c", file: String = "A.swift",
    snippet: String = "s", line: Int = 1, column: Int = 1
  ) -> String {
    let places = list(1) {
      #"""
      {"flag":"new_checkout","file":"\#(file)","line":\#(line),"column":\#($0 + column),"kind":"literal","snippet":"\#(snippet)"}
      """#
    }
    return #"""
      {"repository":"\#(repository)","branch":"\#(branch)","commit":"\#(commit)","references":\#(places)}
      """#
  }

  private var refusedOnly: LimitTable {
    var row = self
    row.isRefusedOnly = true
    return row
  }

  /// The same for a member of another name than the fault has.
  private func renamed(_ member: String) -> LimitTable {
    let id = id
    return LimitTable(id, field, limit) { #"{"\#(member)":"\#(Self.text($0))"}"# }
  }
}
