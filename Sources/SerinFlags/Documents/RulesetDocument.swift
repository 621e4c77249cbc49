/// Every flag and segment of one environment, as files and answers carry it (schema 1).
public struct RulesetDocument: Sendable, Hashable {
  /// The version of the format that this code reads and writes.
  public static let schema: Int64 = 1

  /// The project's key; may be empty in a document written by hand.
  public var project: String
  /// The environment's key; may be empty in a document written by hand.
  public var environment: String
  /// The environment's id; empty when it is not known.
  public var environmentId: String
  /// Grows when a store is restored; revisions compare only within one epoch.
  public var epoch: Int64
  /// Grows with every change.
  public var revision: Int64
  /// The flags, sorted by the bytes of their keys when they come from a document.
  public var flags: [FlagEntry]
  /// The segments, sorted by the bytes of their keys when they come from a document.
  public var segments: [SegmentEntry]

  /// Creates a document.
  public init(
    project: String = "", environment: String = "", environmentId: String = "", epoch: Int64 = 0, revision: Int64 = 0,
    flags: [FlagEntry] = [], segments: [SegmentEntry] = []
  ) {
    self.project = project
    self.environment = environment
    self.environmentId = environmentId
    self.epoch = epoch
    self.revision = revision
    self.flags = flags
    self.segments = segments
  }

  /// The document as JSON; serialised it is the same bytes for the same flags, so that it can live in Git.
  public var json: JSONValue {
    var object: JSONObject = [
      "schema": .number(Double(Self.schema)), "epoch": .number(Double(epoch)), "revision": .number(Double(revision)),
      "flags": .object(JSONObject(members: flags.map { ($0.key, $0.json) })),
    ]
    if !segments.isEmpty {
      object["segments"] = .object(JSONObject(members: segments.map { ($0.key, $0.json) }))
    }
    if !project.isEmpty { object["project"] = .string(project) }
    if !environment.isEmpty { object["environment"] = .string(environment) }
    if !environmentId.isEmpty { object["environmentId"] = .string(environmentId) }
    return .object(object)
  }

  /// What is too much in a document that was put together from others, each of which was small enough.
  package func sizeIssues() -> [DocumentIssue] {
    let limits = DocumentLimits(.write)
    let counts = [("flags", flags.count, limits.flags), ("segments", segments.count, limits.segments)]
    return counts.filter { $0.1 > $0.2 }.map { name, count, limit in
      DocumentIssue(path: name, message: "\(count) \(name) are too many; at most \(limit) are allowed")
    }
  }
}
