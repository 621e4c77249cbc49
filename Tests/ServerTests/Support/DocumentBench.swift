import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

/// The service of projects' documents on the services of planned changes, with people of the test's choice.
struct DocumentBench {
  let bench: PlanBench

  init() async throws { bench = try await PlanBench() }

  var documents: ProjectDocumentService { ProjectDocumentService(flags: bench.flags) }

  /// The whole project.
  func export() async throws -> JSONValue {
    .object(try await documents.contents(of: try bench.place().project).document())
  }

  func wish(_ document: JSONValue, prune: Bool = false, by caller: Caller? = nil) throws -> ProjectDocumentService.Wish
  {
    ProjectDocumentService.Wish(
      document: document, isPruning: prune, caller: try caller ?? bench.person("ann"), reason: "by the test")
  }

  func plan(_ document: JSONValue, prune: Bool = false, by caller: Caller? = nil) async throws -> DocumentPlan {
    try await documents.plan(wish(document, prune: prune, by: caller), for: try bench.place().project)
  }

  /// Plans and applies.
  @discardableResult
  func apply(_ document: JSONValue, prune: Bool = false, by caller: Caller? = nil) async throws -> DocumentPlan {
    let wish = try wish(document, prune: prune, by: caller)
    let project = try bench.place().project
    let plan = try await documents.plan(wish, for: project)
    return try await documents.apply(wish, version: plan.version, to: project)
  }

  /// What applying is refused with, after a look that nothing was written.
  func refused(
    _ document: JSONValue, prune: Bool = false, by caller: Caller? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Problem {
    let before = try await state()
    let problem = await refusal(sourceLocation: sourceLocation) {
      try await apply(document, prune: prune, by: caller)
    }
    #expect(try await state() == before, sourceLocation: sourceLocation)
    return try #require(problem, sourceLocation: sourceLocation)
  }

  /// What shows that something was written: the audit log's length and every revision.
  func state() async throws -> [Int64] {
    let environments = try await bench.fixture.store.environments(projectID: try bench.place().project.id)
    return [Int64(try await bench.audit().count)] + environments.map(\.revision)
  }

  /// A flag of two variations with these members more.
  static func flag(_ members: JSONObject = [:], in environments: String...) -> JSONValue {
    var content: JSONObject = ["variations": ["off": ["enabled": false], "on": ["enabled": true]], "off": "off"]
    for (name, value) in members { content[name] = value }
    let places = environments.map { ($0, JSONValue.object(content)) }
    return ["kind": "release", "owner": "web", "environments": .object(JSONObject(members: places))]
  }
}

extension DocumentPlan {
  /// Each part on a line: `update flag new_checkout in production: default`.
  var lines: [String] {
    parts.map { part in
      let place = part.environment.map { " in \($0)" } ?? ""
      let paths = part.changes.isEmpty ? "" : ": " + part.changes.map(\.path).joined(separator: ", ")
      return "\(part.action.rawValue) \(part.kind.rawValue) \(part.key)\(place)\(paths)"
    }
  }

  /// The places of the problems.
  var faults: [String] { problems.all.map(\.issue.path) }
}
