import SerinFlags
import Store

/// Something in a project's document that would be refused.
struct DocumentProblem: Sendable, Hashable {
  /// Where, and what is wrong.
  let issue: DocumentIssue
  /// The code that the edit alone would be refused with.
  let code: Problem.Code

  /// The problem as answers have it.
  var json: JSONValue {
    ["path": .string(issue.path), "message": .string(issue.message), "code": .string(code.rawValue)]
  }
}

/// Everything in a project's document that would be refused, each once.
struct DocumentProblems: Sendable {
  private(set) var all: [DocumentProblem] = []
  private var known: Set<DocumentProblem> = []

  /// What is never in a document: a person who can write one must not become more than they are by it.
  private static let foreign: Set<String> = [
    "accounts", "audit", "changeRequests", "invitations", "keys", "members", "memberships", "role", "roles", "sessions",
    "tokens",
  ]

  var isEmpty: Bool { all.isEmpty }

  mutating func add(_ path: String, _ message: String, code: Problem.Code = .invalid) {
    let problem = DocumentProblem(issue: DocumentIssue(path: path, message: message), code: code)
    if known.insert(problem).inserted { all.append(problem) }
  }

  /// Adds what an edit was refused with.
  ///
  /// - Parameters:
  ///   - problem: The refusal.
  ///   - path: Where in the document the edit comes from, for one that names no field.
  mutating func add(_ problem: Problem, at path: String) {
    guard !problem.errors.isEmpty else { return add(path, problem.detail, code: problem.code) }
    for issue in problem.errors { add(issue.path, issue.message, code: problem.code) }
  }

  /// Adds each member of an object that means nothing there.
  mutating func addUnknown(in object: JSONObject, at path: String, allowed: [String]) {
    for (name, _) in object where !allowed.contains(name) {
      let place = DocumentPath.member(path, name)
      if Self.foreign.contains(name) {
        add(place, "people, their roles, tokens and the audit log are never part of a project's document")
      } else {
        add(place, "is not a known member; allowed: " + allowed.joined(separator: ", "))
      }
    }
  }

  /// The refusal of a document with these problems.
  ///
  /// - Parameter propose: The path where changes of the first protected environment are proposed.
  func refusal(propose: String?) -> Problem {
    // What is wrong with the document itself comes first: with it no rights and no approval would help.
    let order: [Problem.Code] = [.invalid, .conflict, .forbidden, .approvalRequired]
    let code = order.first { code in all.contains { $0.code == code } } ?? all.first?.code ?? .invalid
    let issues = all.map(\.issue)
    let detail =
      issues.count == 1 ? "\(issues[0])" : "\(issues.count) problems stand in the way; see \"errors\""
    var problem = Problem(code, detail + "; nothing was written", errors: issues)
    if code == .approvalRequired, let propose { problem.members["propose"] = .string(propose) }
    return problem
  }
}

extension Problem {
  /// The same with its fields at other places.
  func moved(_ place: (String) -> String) -> Problem {
    var moved = self
    moved.errors = errors.map { DocumentIssue(path: place($0.path), message: $0.message) }
    return moved
  }
}
