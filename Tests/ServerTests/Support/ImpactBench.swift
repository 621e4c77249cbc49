import SerinFlags
import Store
import Testing

@testable import Server

/// Previews of changes on a real store, with contexts of a test's choice.
struct ImpactBench {
  let plans: PlanBench
  let held = HeldContexts()
  let contexts: RecentContextService

  init() async throws {
    plans = try await PlanBench()
    contexts = RecentContextService(
      memory: RecentContexts(key: Array(0..<16)), store: held, keeper: plans.keeper)
  }

  var service: ImpactService { ImpactService(flags: plans.flags, contexts: contexts, pool: ImpactService.pool()) }

  /// Has an environment see contexts.
  func see(_ seen: [FlagContext], in environment: String = "production") throws {
    for context in seen { try see(context, in: environment) }
  }

  func see(_ context: FlagContext, in environment: String = "production") throws {
    let ruleset = try #require(plans.keeper.state.rulesets[plans.place(environment).environment.id])
    let body: JSONValue = ["context": context.json]
    contexts.memory.note(context, body: body.serialized(), in: ruleset, at: plans.keeper.now)
  }

  /// Has an environment see users of these numbers.
  func see(users: Range<Int>, in environment: String = "production") throws {
    try see(users.map(Self.user), in: environment)
  }

  static func user(_ number: Int) -> FlagContext {
    FlagContext(userID: "user-\(number)", attributes: ["country": number % 2 == 0 ? "DE" : "FR"])
  }

  func preview(
    _ operation: PlannedOperation, in environment: String = "production", by caller: Caller? = nil
  ) async throws -> Impact {
    try await service.preview(operation, in: plans.place(environment), by: caller ?? plans.person("viewer", .viewer))
  }

  /// The ruleset that an operation would leave.
  func planned(_ operation: PlannedOperation) async throws -> PlannedRuleset {
    let place = try plans.place()
    let change = try await plans.flags.change(by: operation, in: place, by: plans.person("editor"), isGuarded: false)
    return try await PlannedRuleset(
      #require(change), on: #require(plans.keeper.state.rulesets[place.environment.id]), store: plans.store,
      keeper: plans.keeper)
  }

  /// An edit of members of a flag's document.
  static func edit(_ flag: String, _ members: JSONObject) -> PlannedOperation {
    .replace(flag: flag, FlagPatch(content: .members(members), base: nil))
  }

  /// Writes flags and segments at once.
  func apply(_ flags: String, segments: String = "") async throws {
    try await plans.flags.perform(
      Self.applying(flags, segments: segments), in: plans.place(), by: plans.person("editor"), reason: "")
  }

  /// The operation that writes flags and segments.
  static func applying(_ flags: String, segments: String = "", removing: [String] = []) throws -> PlannedOperation {
    .apply(document: try document(flags, segments), removedSegments: removing)
  }

  private static func document(_ flags: String, _ segments: String) throws -> JSONValue {
    try JSONValue(parsing: Array(#"{"schema":1,"flags":{\#(flags)},"segments":{\#(segments)}}"#.utf8))
  }

  /// What a flag answers a context now; nil when there is no such flag.
  func answer(_ key: String, _ context: FlagContext) throws -> ImpactAnswer? {
    let ruleset = try #require(plans.keeper.state.rulesets[plans.place().environment.id])
    return ruleset.compiled.evaluate(key, for: context, at: plans.keeper.now).map(ImpactAnswer.init)
  }
}

extension Impact {
  subscript(key: String) -> FlagImpact? { flags.first { $0.key == key } }

  /// How often the answers of each flag change, by key.
  var changes: [String: Int] { Dictionary(uniqueKeysWithValues: flags.map { ($0.key, $0.changed) }) }
}
