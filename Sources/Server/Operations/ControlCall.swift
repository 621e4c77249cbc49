import HTTP
import SerinFlags
import Store

/// A call of an operation: who asks, for what, with what.
struct ControlCall: Sendable {
  let request: HTTPRequest
  /// Who asks.
  let access: Access
  /// What the path says.
  let parameters: [String: String]
  let query: Query
  let body: ControlBody
  private let foundProject: ProjectRecord?
  private let foundPlace: Place?

  init(
    request: HTTPRequest, access: Access, parameters: [String: String], query: Query, body: ControlBody,
    project: ProjectRecord?, place: Place?
  ) {
    self.request = request
    self.access = access
    self.parameters = parameters
    self.query = query
    self.body = body
    foundProject = project
    foundPlace = place
  }

  /// A parameter of the path; empty when the path has none of that name.
  subscript(name: String) -> String { parameters[name] ?? "" }

  /// The project of the path.
  var project: ProjectRecord {
    get throws(Problem) {
      guard let foundProject else { throw Problem(.internalError, "the operation has no project in its path") }
      return foundProject
    }
  }

  /// The environment of the path with its project.
  var place: Place {
    get throws(Problem) {
      guard let foundPlace else { throw Problem(.internalError, "the operation has no environment in its path") }
      return foundPlace
    }
  }

  /// The caller to put on record.
  var caller: Caller { Caller(actor: access.actor, via: "api", requestID: request.id ?? "", access: access) }
}
