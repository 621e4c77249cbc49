import SerinFlags
import SerinLock
import Store
import Testing

@testable import Server

/// The services of planned changes on a real store, at a time that a test moves, with people of its choice.
struct PlanBench {
  let fixture: Fixture
  let store: FaultyStore
  let clock: FakeClock
  let keeper: RulesetKeeper
  let rights = GivenRights()
  let signal = WakeSignal()
  let logged = Lock<[String]>([])

  static let hour: Int64 = 3_600_000

  init() async throws {
    clock = FakeClock()
    fixture = try await Fixture(clock: clock)
    store = FaultyStore(fixture.store)
    keeper = RulesetKeeper(store: store, clock: { [clock] in clock.now })
    try await keeper.load()
  }

  var flags: FlagService { FlagService(store: store, keeper: keeper) }
  var schedules: ScheduleService { ScheduleService(flags: flags, signal: signal) }

  var requests: ChangeRequestService { ChangeRequestService(flags: flags, rights: rights, signal: signal) }

  func place(_ environment: String = "production") throws -> Place {
    let project = try #require(keeper.state.projects.first)
    let ruleset = try keeper.state.ruleset(environment, in: project)
    return Place(
      project: project, environment: ruleset.environment, environments: keeper.state.environments(of: project))
  }

  /// Somebody with rights that last until the test takes them away.
  func person(
    _ name: String, _ role: ProjectRole? = .admin, releases: [String] = [], account: String? = nil
  ) throws -> Caller {
    let project = try place().project
    let ids = try releases.map { try place($0).environment.id }
    let access = Access(
      actor: "token:\(name)", accountID: account,
      reach: .projects([project.id: Access.Grant(role: role, releases: Set(ids))]))
    rights.set(access.actor, access)
    rights.set(access.person, access)
    return Caller(actor: access.actor, via: "api", requestID: "", access: access)
  }

  /// Plans something an hour from now, or later.
  @discardableResult
  func plan(
    _ operation: PlannedOperation, after delay: Int64 = hour, in environment: String = "production",
    by caller: Caller? = nil
  ) async throws -> JobRecord {
    let instant = try PlannedInstant(
      ControlBody(["at": .string(Instants.text(clock.now + delay))], members: ["at"]), now: clock.now)
    return try await schedules.plan(
      operation, at: instant, in: place(environment), by: caller ?? person("planner"), reason: "campaign")
  }

  func runner(sleep: @escaping @Sendable (Int64) async -> Void = { _ in }) -> ScheduleRunner {
    ScheduleRunner(
      flags: flags, rights: rights, signal: signal, sleep: sleep,
      log: { [logged] line in logged.withLock { $0.append(line) } }, applyRequest: requests.applyForJob)
  }

  func job(_ id: String) async throws -> JobRecord { try #require(try await fixture.store.job(id: id)) }

  func flag(_ key: String = "new_checkout", in environment: String = "production") async throws -> FlagView {
    try await flags.view(key, in: place(environment))
  }

  /// The rows of the project's audit log after a sequence number.
  func audit(after sequence: Int64 = 0) async throws -> [AuditRecord] {
    try await fixture.store.audit(chain: try place().project.id, after: sequence, object: nil, limit: 1000)
  }

  /// Changes members of a flag's document at once.
  func edit(_ members: JSONObject, _ key: String = "new_checkout", by caller: Caller? = nil) async throws {
    let patch = FlagPatch(content: .members(members), base: nil)
    try await flags.perform(
      .replace(flag: key, patch), in: place(), by: caller ?? person("editor"), reason: "by hand")
  }
}

/// The problem that something throws; nil when it throws none.
func refusal(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async -> Problem? {
  do {
    try await body()
    return nil
  } catch {
    if !(error is Problem) { Issue.record(error, sourceLocation: sourceLocation) }
    return error as? Problem
  }
}
