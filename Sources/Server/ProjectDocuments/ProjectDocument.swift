import SerinFlags

/// A whole project as a document describes it, read as far as it can be read without knowing the project.
///
/// What a flag has in an environment, and who belongs to a segment there, is JSON still: whether it is good depends on what
/// is there already.
struct ProjectDocument: Sendable {
  /// The version of the format that this code reads and writes.
  static let schema: Int64 = 1
  /// The members of a flag that are the same in every environment, `archived` among them.
  static let flagMembers = FlagItem.flagMembers.sorted() + ["kind", "archived"]

  /// An environment.
  struct Environment: Sendable {
    let key: String
    let fields: EnvironmentService.Fields
  }

  /// A flag.
  struct Flag: Sendable {
    let key: String
    /// Its own members, without `archived`.
    let fields: JSONObject
    let isArchived: Bool
    /// What environments have of it, in the order of their keys.
    let environments: [(key: String, json: JSONObject)]

    /// Where it stands in the document.
    var path: String { DocumentPath.member("flags", key) }

    /// Where it says what an environment has of it.
    func path(in environment: String) -> String {
      DocumentPath.member(path + ".environments", environment)
    }

    /// The flag's document for an environment, as rulesets have it.
    func document(_ json: JSONObject) -> JSONObject {
      var document = json
      for (name, value) in fields { document[name] = value }
      return document
    }
  }

  /// A segment.
  struct Segment: Sendable {
    let key: String
    let kind: SegmentKind
    let description: String
    let tags: [String]
    /// Who belongs to it, by environment, in the order of their keys.
    let environments: [(key: String, json: JSONValue)]

    /// Where it stands in the document.
    var path: String { DocumentPath.member("segments", key) }

    /// Where it says who belongs to it in an environment.
    func path(in environment: String) -> String {
      DocumentPath.member(path + ".environments", environment)
    }
  }

  /// The document as it was given.
  let json: JSONValue
  /// The project's name; nil when the document does not say.
  var name: String?
  /// The environments in the order of their keys; nil when the document has none of that member.
  var environments: [Environment]?
  /// The flags in the order of their keys; nil when the document has none of that member.
  var flags: [Flag]?
  /// The segments in the order of their keys; nil when the document has none of that member.
  var segments: [Segment]?

  init(json: JSONValue) { self.json = json }
}
