import SerinFlags
import Store

/// Works out what a project's document would change, and everything that would be refused.
///
/// It writes nothing, and finds the same for the same document and contents, new ids of rules included.
struct DocumentPlanner {
  let flags: FlagService
  let contents: ProjectContents
  let document: ProjectDocument
  /// Whether flags that the document does not mention are archived, and segments deleted that nothing uses then.
  let isPruning: Bool
  let caller: Caller
  let reason: String
  /// Names the document and the contents.
  let version: String

  var problems: DocumentProblems
  var parts: [DocumentPlan.Part] = []
  var edits: [Edit] = []
  var notMentioned = DocumentPlan.NotMentioned()
  var propose: String?
  /// The environments as they would be, in their order; those that are made by the document last.
  var environments: [EnvironmentRecord]
  /// The ids of the environments that the document makes.
  var newEnvironments: Set<String> = []
  /// What evaluations would go by, by environment id.
  var changes: [String: [CompiledRuleset.Change]] = [:]

  init(
    _ json: JSONValue, over contents: ProjectContents, isPruning: Bool, flags: FlagService, by caller: Caller,
    reason: String
  ) {
    var problems = DocumentProblems()
    document = ProjectDocument(json, for: contents.project, &problems)
    self.problems = problems
    self.flags = flags
    self.contents = contents
    self.isPruning = isPruning
    self.caller = Caller(actor: caller.actor, via: "import", requestID: caller.requestID, access: caller.access)
    self.reason = reason
    environments = contents.environments
    var fields = FramedFields()
    fields.append(contents.version)
    fields.append(json.serialized())
    fields.append(isPruning)
    version = SHA256.hash(fields.bytes).hexadecimal
  }

  /// The plan.
  /// - Throws: 500 when something stored cannot be read, 503 when the store cannot.
  mutating func plan() async throws(Problem) -> DocumentPlan {
    planProject()
    try planEnvironments()
    try await planSegments()
    try planFlags()
    try planPruning()
    checkReferences()
    checkRoom()
    for edit in edits { checkRights(of: edit) }
    let mentioned = Set((document.environments ?? []).map { ExactString($0.key) })
    notMentioned.environments = contents.environments.map(\.key).filter { !mentioned.contains(ExactString($0)) }
    return DocumentPlan(
      version: version, parts: parts, notMentioned: notMentioned, problems: problems, propose: propose, edits: edits,
      revisions: contents.revisions)
  }

  /// The environment with a key, as it would be; nil when there is none.
  func environment(_ key: String) -> EnvironmentRecord? {
    environments.first { $0.key.hasSameBytes(as: key) }
  }

  /// Notes what a flag would be for evaluations in an environment.
  ///
  /// - Parameter document: Its document; nil when it would be in no answer.
  mutating func note(_ document: JSONObject?, of key: String, in environment: EnvironmentRecord) {
    let entry = document.map { FlagEntry(reading: .object($0), key: key) }
    changes[environment.id, default: []].append(entry.map { .flag($0) } ?? .noFlag(key: key))
  }
}
