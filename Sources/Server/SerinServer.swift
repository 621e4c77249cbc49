public import HTTP
import SerinFlags
public import Store

/// Serin's server without its sockets: requests in, answers out.
///
/// Safe to use from any task. Evaluations are answered from memory; only the control API waits for the store.
public final class SerinServer: Sendable {
  private let router: Router
  let keeper: RulesetKeeper
  private let runner: ScheduleRunner
  private let announcements: AnnouncementRunner
  private let instants: InstantRunner
  private let crossOrigin: CrossOrigin
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
    let tickets = StreamTicket(key: configuration.sealingKey)
    OFREPRoutes(
      keeper: keeper, entityTag: entityTag, contexts: contexts.memory, counters: recorder.counters, tickets: tickets
    ).add(to: &router)
    let paced = WakeSignal()
    let announcer = ChangeAnnouncer(
      keeper: keeper, streams: configuration.eventStreams, bytesPerSecond: configuration.egressBytesPerSecond,
      uptime: configuration.uptime, signal: paced)
    announcements = AnnouncementRunner(
      keeper: keeper, announcer: announcer, streams: configuration.eventStreams, signal: paced,
      uptime: configuration.uptime, sleep: Self.sleep)
    instants = InstantRunner(keeper: keeper, sleep: Self.sleep, log: configuration.log)
    crossOrigin = CrossOrigin(tickets: tickets)
    StreamRoutes(keeper: keeper, announcer: announcer, tickets: tickets, proxies: configuration.trustedProxies)
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
      sleep: Self.sleep, log: configuration.log,
      applyRequest: requests.applyForJob)
    HealthRoutes(keeper: keeper, isDraining: configuration.isDraining, clock: configuration.clock).add(to: &router)
    PageRoute(keeper: keeper, version: configuration.version, listsFlags: configuration.listsFlags).add(to: &router)
    self.router = router
    try await keeper.load()
    keeper.observers.add(announcer.take)
  }

  private static let sleep: @Sendable (Int64) async -> Void = {
    try? await Task.sleep(nanoseconds: UInt64(max(0, $0)) * 1_000_000)
  }

  /// Answers one request.
  ///
  /// Requests that may change something get an id, which the audit log and the answer carry.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    if let answer = crossOrigin.preflight(request, keeper.state) { return answer }
    var response = await named(request)
    crossOrigin.admit(request, to: &response, keeper.state)
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

  /// Tells the clients that have a stream open what time changes, until the task is cancelled.
  ///
  /// Without it only Serin's own clients are told, and only of changes that come alone.
  public func runAnnouncements() async {
    async let instants: Void = instants.run()
    await announcements.run()
    await instants
  }

  /// Does what ``runAnnouncements()`` does, as far as it is due now.
  /// - Returns: After how many milliseconds something may be due again.
  @discardableResult
  package func runDueAnnouncements() async throws(StoreError) -> Int64 {
    try await instants.passInstants()
    return await announcements.runDue()
  }

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
    // What a task leaves that is cancelled is done by the last call.
    do throws(Problem) { try await contexts.writeDown() } catch {
      if !Task.isCancelled { log("recent contexts could not be written down: \(error.cause ?? error.detail)") }
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
}
