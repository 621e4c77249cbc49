import SerinFlags

extension CommandFailure {
  /// The failure that a server's answer tells.
  ///
  /// A problem document's words are kept. An answer without one, from a proxy perhaps, is described by its status.
  init(answer: HTTPClient.Answer, from client: ServerClient) {
    let problem = (try? JSONValue(parsing: answer.body))?.objectValue ?? [:]
    let detail = problem["detail"]?.stringValue ?? problem["title"]?.stringValue
    self.init(
      exit: ExitCode(status: answer.status),
      code: problem["code"]?.stringValue ?? "status\(answer.status)",
      message: Self.message(answer: answer, detail: detail, client: client),
      status: answer.status)
    advice = Self.advice(of: problem)
    issues = (problem["errors"]?.arrayValue ?? []).map { entry in
      Issue(path: entry["path"]?.stringValue ?? "", message: entry["message"]?.stringValue ?? "")
    }
  }

  /// The command that leads on, where there is one.
  private static func advice(of problem: JSONObject) -> String? {
    if problem["propose"] != nil {
      return "Propose it with \"serin requests propose\"; \"serin help requests propose\" tells how."
    }
    if problem["changed"] != nil {
      return "Its author starts from what is there now with \"serin requests rebase\"."
    }
    return nil
  }

  /// What the server said, with what to do next.
  private static func message(answer: HTTPClient.Answer, detail: String?, client: ServerClient) -> String {
    let server = client.address.text
    let said = detail.map { ": " + $0 } ?? ""
    switch answer.status {
    case 300..<400:
      let target = answer.headers["location"] ?? "another address"
      return "\(server) redirects to \(target); redirects are not followed. If that is the server, give it with --url"
    case 401:
      return "\(server) does not accept this \(client.token.kind.noun)\(said). Check SERIN_TOKEN or --token"
    case 403:
      return "this \(client.token.kind.noun) may not do that\(said)"
    case 404 where detail == nil:
      return "\(server) does not know what was asked for. Is it a Serin server?"
    case 408, 429, 502, 503, 504:
      return "\(server) is not ready (status \(answer.status))\(said). Try again later"
    default:
      return detail ?? "\(server) answered with status \(answer.status)"
    }
  }
}
