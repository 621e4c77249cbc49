import HTTP
import SerinFlags
import Store

@testable import Server

/// The services of segments on a fixture's store, with a memory of their own that follows their changes.
struct SegmentBench {
  let fixture: Fixture
  let keeper: RulesetKeeper
  let segments: SegmentService
  let place: Place

  init(seed: String? = Fixture.seed, clock: FakeClock? = nil) async throws {
    try await self.init(fixture: try await Fixture(seed: seed, clock: clock))
  }

  init(fixture: Fixture, store: (any ConfigurationStore)? = nil) async throws {
    self.fixture = fixture
    keeper = RulesetKeeper(store: store ?? fixture.store, clock: { 1_800_000_000_000 })
    try await keeper.load()
    segments = SegmentService(flags: FlagService(store: store ?? fixture.store, keeper: keeper))
    let project = keeper.state.projects[0]
    let environments = keeper.state.environments(of: project)
    place = Place(
      project: project, environment: environments.first { $0.key == "production" } ?? environments[0],
      environments: environments)
  }

  /// The same in another environment.
  func place(_ key: String) -> Place {
    Place(
      project: place.project, environment: place.environments.first { $0.key == key } ?? place.environment,
      environments: place.environments)
  }

  @discardableResult
  func create(
    _ key: String, kind: SegmentKind = .list, _ definition: JSONValue? = nil, reusesKey: Bool = false,
    in place: Place? = nil, reason: String = ""
  ) async throws(Problem) -> SegmentDetails {
    var creation = SegmentService.Creation(key: key, kind: kind, definition: definition)
    creation.reusesKey = reusesKey
    return try await segments.create(creation, in: place ?? self.place, by: .setup, reason: reason)
  }

  @discardableResult
  func change(
    _ key: String, _ edit: ListEdit, _ lines: String, versions: VersionPair? = nil, in place: Place? = nil
  ) async throws(Problem) -> SegmentService.ListResult {
    let request = HTTPRequest(method: .put, target: "/", body: Array(lines.utf8))
    return try await segments.changeList(
      of: key, edit, by: request.bodyStream, versions: versions, in: place ?? self.place, by: .setup, reason: "r")
  }

  func contains(_ id: String, _ key: String, at instant: Int64? = nil) async throws(Problem) -> Bool {
    try await segments.contains(id, key: key, at: instant, in: place)
  }

  /// Applies a document of these flags and segments to production.
  @discardableResult
  func apply(_ flags: String, segments: String = "", in place: Place? = nil) async throws -> FlagService.Applied {
    let json = try JSONValue(parsing: Array(#"{"schema":1,"flags":{\#(flags)},"segments":{\#(segments)}}"#.utf8))
    let document = try FlagService.document(json, for: place ?? self.place, isWhole: false)
    return try await self.segments.flags.apply(
      FlagService.Application(
        place: place ?? self.place, document: document, removedSegments: [], caller: .setup, reason: ""))
  }

  /// What a flag answers a user, by the memory of the services or by another ruleset; nil when it cannot be decided.
  func isOn(_ flag: String, _ user: String, in ruleset: ServedRuleset? = nil) -> Bool? {
    guard let ruleset = ruleset ?? keeper.state.rulesets[place.environment.id],
      let compiled = ruleset.compiled[flag]
    else { return nil }
    var context = FlagContext()
    context.userID = user
    return compiled.evaluate(context, in: ruleset)
  }

  /// Lines of ids.
  static func lines(_ range: Range<Int>) -> String { range.map { "user-\($0)\n" }.joined() }
}

extension CompiledFlag {
  fileprivate func evaluate(_ context: FlagContext, in ruleset: ServedRuleset) -> Bool? {
    let outcome = ruleset.compiled.outcome(of: self, for: context, at: Timestamp(milliseconds: 1_800_000_000_000))
    let evaluation = outcomes[outcome]
    return evaluation.reason == .malformed ? nil : evaluation.isEnabled
  }
}
