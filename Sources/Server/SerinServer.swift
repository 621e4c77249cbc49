public import HTTP
import SerinFlags
public import Store

/// Serin's server without its sockets: requests in, answers out.
///
/// Safe to use from any task. Evaluations are answered from memory; only the control API waits for the store.
public final class SerinServer: Sendable {
  private let router: Router
  private let keeper: RulesetKeeper
  private let runner: ScheduleRunner
  private let log: @Sendable (String) -> Void
  private let store: any ConfigurationStore
  private let claims: RunningClaims
  let contexts: RecentContextService
  let people: PeopleServices
  let recorder: UsageRecorder

  /// Creates a server and loads every ruleset.
  ///
  /// - Parameters:
  ///   - store: What it serves.
  ///   - events: Where it remembers what happens; it belongs to the store, and is open for as long as that is.
  /// - Throws: what the store says when it cannot be read; a server that knows nothing answers nobody.
  public init(
    store: any ConfigurationStore, events: any EventStore, configuration: Configuration
  ) async throws(StoreError) {
    let recorder = UsageRecorder(
      events: events, versionDays: configuration.usageVersionDays, clock: configuration.clock)
    self.recorder = recorder
    keeper = RulesetKeeper(store: store, clock: configuration.clock, log: configuration.log)
    log = configuration.log
    self.store = store
    var people = PeopleServices(
      store: store, clock: configuration.clock, tokenUses: keeper.authentication.uses)
    people.proxies = configuration.trustedProxies
    self.people = people
    var router = Router()
    let entityTag = EntityTag(key: configuration.validatorKey)
    contexts = RecentContextService(
      memory: RecentContexts(key: configuration.validatorKey), store: events, keeper: keeper)
    EvaluationRoutes(keeper: keeper, entityTag: entityTag, contexts: contexts.memory, counters: recorder.counters)
      .add(to: &router)
    OFREPRoutes(keeper: keeper, entityTag: entityTag, contexts: contexts.memory, counters: recorder.counters)
      .add(to: &router)
    let signal = WakeSignal()
    let usage = FlagUsageService(recorder: recorder, clock: configuration.clock)
    let control = ControlRoutes(
      keeper: keeper, store: store, version: configuration.version, people: people,
      secrets: SecretBox(key: configuration.sealingKey), contexts: contexts, usage: usage, signal: signal)
    control.add(to: &router)
    claims = control.claims
    let flags = FlagService(store: store, keeper: keeper, usage: usage)
    let rights = StoredRights(store: store, keeper: keeper)
    let requests = ChangeRequestService(flags: flags, rights: rights, signal: signal)
    runner = ScheduleRunner(
      flags: flags, rights: rights, signal: signal,
      sleep: { try? await Task.sleep(nanoseconds: UInt64(max(0, $0)) * 1_000_000) }, log: configuration.log,
      applyRequest: requests.applyForJob)
    HealthRoutes(keeper: keeper, isDraining: configuration.isDraining, clock: configuration.clock).add(to: &router)
    PageRoute(keeper: keeper, version: configuration.version, listsFlags: configuration.listsFlags).add(to: &router)
    self.router = router
    try await keeper.load()
  }

  /// Answers one request.
  ///
  /// Requests that may change something get an id, which the audit log and the answer carry.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    if let answer = CrossOrigin.preflight(request, keeper.state) { return answer }
    var response = await named(request)
    CrossOrigin.admit(request, to: &response, keeper.state)
    return response
  }

  private func named(_ request: HTTPRequest) async -> HTTPResponse {
    guard !request.method.isSafe, request.pathBytes.starts(with: "/api/".utf8) else { return await answer(request) }
    var named = request
    let id = RecordID.make(prefix: "q_")
    named.id = id
    var response = await answer(named)
    response.headers.append((name: "X-Request-Id", value: id))
    return response
  }

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    do throws(Problem) {
      return try await router.respond(to: request)
    } catch {
      if error.status >= 500 {
        let words = [request.method.name, "answered \(error.status):", error.detail, error.cause.map { "(\($0))" }]
        log((words + [request.id]).compactMap(\.self).joined(separator: " "))
      }
      return error.response
    }
  }

  /// Makes planned changes at their instants, until the task is cancelled or the store is closed.
  ///
  /// Without it they wait. Several servers on one store may do so: each change is made once.
  public func runSchedules() async { await runner.run() }

  /// Makes the planned changes that are due now.
  /// - Returns: The instant of the next one, in milliseconds since 1970 UTC; nil when none waits.
  @discardableResult
  package func runDueSchedules() async throws(StoreError) -> Int64? { try await runner.runDue() }

  /// Does what is due every now and then: renews the claims of requests that run, writes down which tokens and sessions were
  /// used, how often flags were evaluated and which contexts were seen, and forgets what is over or too old: sessions, keys of requests, drafts that nobody touches,
  /// contexts, counts.
  ///
  /// Call it about once a minute, and once more when no requests come any more. A store that fails is reported to the log and
  /// tried again the next time.
  public func maintain() async {
    do throws(StoreError) { try await claims.renew(in: store) } catch {
      log("the claims of running requests could not be renewed: \(error)")
    }
    do throws(StoreError) { try await people.writeUses() } catch {
      log("the use of tokens and sessions could not be written down: \(error)")
    }
    do throws(StoreError) {
      try await store.removeOldIdempotencyKeys(lifetime: IdempotentCalls.lifetime)
      try await store.removeOldDrafts(lifetime: DraftService.lifetime)
    } catch {
      log("old keys of requests and old drafts could not be removed: \(error)")
    }
    do throws(Problem) { try await contexts.writeDown() } catch {
      log("recent contexts could not be written down: \(error.cause ?? error.detail)")
    }
    do throws(StoreError) {
      try await recorder.write()
      try await recorder.fold()
    } catch {
      log("how often flags were evaluated could not be written down, and will be the next time: \(error)")
    }
    let leftOut = recorder.takeLeftOut()
    if leftOut > 0 { log("\(leftOut) evaluations of flags were not counted: there are too many different ones") }
  }

  /// How large the body of a request may be, in bytes.
  ///
  /// Evaluations carry a context, control requests carry documents, a whole environment at most. Without an admin token or
  /// a session a control request gets no more room than an evaluation: nobody fills the memory before saying who they are.
  public func bodyLimit(_ method: HTTPMethod, _ path: String, _ headers: HTTPHeaders) -> Int {
    guard path.utf8.starts(with: "/api/".utf8) else { return EvaluationRequest.maximumBytes }
    guard mayBringDocuments(headers) else { return EvaluationRequest.maximumBytes }
    if Self.isList(path) { return Self.maximumListBytes }
    if path.hasSuffix("/code-references") { return CodeReferenceLimits.requestBytes }
    if path.hasSuffix("/apply") || path.hasSuffix("/document/plan") { return Self.maximumRulesetBytes }
    return Self.maximumDocumentBytes
  }

  /// Whether a request comes with an admin token, or with a session that this server has found good before.
  private func mayBringDocuments(_ headers: HTTPHeaders) -> Bool {
    if let principal = try? keeper.state.authenticator.principal(headers: headers) { return principal.kind == .admin }
    guard let id = SessionCookie.id(in: headers) else { return false }
    return people.sessionUses.lastUse(of: RandomSecret.hash(id.utf8)) != nil
  }

  /// Whether the handler of a request reads the body itself: the ids of a list, of which there may be millions.
  ///
  /// Only for those who may bring documents; the body of anybody else is small and is collected.
  public func streamsBody(_ method: HTTPMethod, _ path: String, _ headers: HTTPHeaders) -> Bool {
    guard path.utf8.starts(with: "/api/".utf8), Self.isList(path) else { return false }
    return mayBringDocuments(headers)
  }

  private static func isList(_ path: String) -> Bool {
    path.utf8.suffix(5).elementsEqual("/list".utf8) && path.contains("/segments/")
  }

  private static let maximumListBytes = 1024 * 1024 * 1024
  private static let maximumDocumentBytes = 4 * 1024 * 1024
  private static let maximumRulesetBytes = 32 * 1024 * 1024
}
