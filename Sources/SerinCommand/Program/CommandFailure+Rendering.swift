import SerinFlags

extension CommandFailure {
  /// The message for a person: a sentence, a line for each single thing that is wrong, and advice.
  var text: String {
    let lines = issues.map { issue in
      "  " + (issue.path.isEmpty ? issue.message : "\(issue.path): \(issue.message)").printable
    }
    let all = ["serin: " + message.printable] + lines + [advice].compactMap(\.self)
    return all.joined(separator: "\n") + "\n"
  }

  /// The message for a program: a problem document as RFC 9457 describes it, with this project's members.
  var problem: JSONValue {
    var document: JSONObject = [
      "type": .string("urn:serin:problem:" + code), "title": .string(title), "code": .string(code),
      "detail": .string(message), "exitCode": .number(Double(exit.rawValue)),
    ]
    if let status { document["status"] = .number(Double(status)) }
    if !issues.isEmpty {
      document["errors"] = .array(
        issues.map { ["path": .string($0.path), "message": .string($0.message)] })
    }
    return .object(document)
  }

  private var title: String {
    switch exit {
    case .conflict: "Conflict"
    case .notAuthorised: "Not authorised"
    case .unreachable: "Unreachable"
    case .notFound: "Not found"
    case .refused: "Refused"
    case .usage: "Wrong command line"
    default: "Internal error"
    }
  }
}
