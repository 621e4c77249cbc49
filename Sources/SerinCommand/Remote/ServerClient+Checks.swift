import SerinFlags

// Whatever listens at an address may answer 200 with some JSON. What a command reports as done must be in the answer.
extension ServerClient {
  /// The failure for an answer that no Serin server gives.
  ///
  /// - Parameter issues: what is wrong with a document in it, each on a line of its own.
  func isNoSerinServer(_ what: String, issues: [DocumentIssue] = []) -> CommandFailure {
    var failure = CommandFailure.unreachable("\(address.text) does not answer like a Serin server: \(what)")
    failure.issues = issues.map(CommandFailure.Issue.init)
    return failure
  }

  /// Checks that a member of an answer has the value that a server which did as asked gives.
  func check(_ answer: JSONValue, has name: String, equalTo value: JSONValue) throws(CommandFailure) {
    guard answer[name] == value else {
      throw isNoSerinServer("its answer does not say \"\(name)\": \(value)")
    }
  }

  /// A list in an answer.
  func array(_ name: String, in answer: JSONValue) throws(CommandFailure) -> [JSONValue] {
    guard let list = answer[name]?.arrayValue else { throw isNoSerinServer("its answer has no list \"\(name)\"") }
    return list
  }
}
