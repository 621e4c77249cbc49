import HTTP
import SerinFlags
import Store

/// The control API: everything that people and programs with rights can do, as a list of operations.
struct ControlRoutes: Sendable {
  let keeper: RulesetKeeper
  let store: any ConfigurationStore
  let version: String
  let people: PeopleServices
  /// Seals what is kept for later and must not be read in the store.
  let secrets: SecretBox
  /// What is known of the use of flags.
  let usage: FlagUsageService
  /// What evaluations of the past go by.
  let past: PastRulesets
  /// Where uploads of places in code wait for each other; no change of flags passes there.
  let uploads = ChangeGate()
  /// Where reads and plans of whole projects wait, each of which takes the memory of one.
  let wholeProjects = WaitingLine(places: 2, capacity: 16, of: "reads of whole projects")

  /// The contexts that evaluations brought lately.
  let contexts: RecentContextService
  /// Where previews of changes are computed.
  let previews = ImpactService.pool()

  /// Wakes whoever makes planned changes.
  let signal: WakeSignal
  /// The keys of the requests that run here.
  let claims = RunningClaims()

  init(
    keeper: RulesetKeeper, store: any ConfigurationStore, version: String, people: PeopleServices,
    secrets: SecretBox, contexts: RecentContextService, usage: FlagUsageService, signal: WakeSignal = WakeSignal()
  ) {
    self.keeper = keeper
    self.store = store
    self.version = version
    self.people = people
    self.secrets = secrets
    self.contexts = contexts
    self.usage = usage
    self.signal = signal
    past = PastRulesets(store: store, keeper: keeper)
  }

  var flags: FlagService { FlagService(store: store, keeper: keeper, usage: usage) }

  static let projectPath = "/api/v1/projects/{project}"
  static let environmentPath = projectPath + "/environments/{environment}"

  /// Every operation, by topic.
  var operations: [ControlOperation] {
    projectOperations + environmentOperations + auditOperations + flagReadingOperations + flagEditingOperations
      + flagSwitchingOperations + flagDeletionOperations + promotionOperations + segmentReadingOperations
      + segmentEditingOperations + versionOperations + scheduleOperations + changeRequestOperations
      + evaluatingOperations + keyOperations
      + codeReferenceOperations + draftOperations + impactOperations + usageOperations + projectDocumentOperations
      + peopleOperations
  }

  /// What people may do now who are not asking.
  var rights: any RightsSource { StoredRights(store: store, keeper: keeper) }

  /// The operations that have to do with people.
  private var peopleOperations: [ControlOperation] {
    setupOperations + sessionOperations + accountOperations + memberOperations + invitationOperations
      + tokenOperations
  }

  func add(to router: inout Router) {
    let operations = operations
    let resolver = AccessResolver(keeper: keeper, people: people)
    let idempotent = IdempotentCalls(store: store, secrets: secrets, running: claims)
    OperationRouting(keeper: keeper, resolver: resolver, idempotent: idempotent).add(operations, to: &router)
    let document = OpenAPIDocument(operations: operations, version: version).json.serialized()
    router.add(.get, OpenAPIDocument.path) { _, _ in
      // Anybody may read it: it says what there is, and nothing of what is in it.
      HTTPResponse(
        status: 200, headers: [EvaluationRoutes.json, (name: "Cache-Control", value: "no-cache")],
        body: .bytes(document))
    }
  }

  /// A JSON answer.
  static func answer(
    _ json: JSONValue, status: Int = 200, headers: [(name: String, value: String)] = []
  ) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: [EvaluationRoutes.json, (name: "Cache-Control", value: "no-store")] + headers,
      body: .bytes(json.serialized()))
  }

  /// The answer of something that was done and has nothing to show.
  static var nothing: HTTPResponse {
    HTTPResponse(status: 204, headers: [(name: "Cache-Control", value: "no-store")], body: .bytes([]))
  }
}
