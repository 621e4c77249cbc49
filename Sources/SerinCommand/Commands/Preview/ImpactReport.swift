import SerinFlags

/// What a server counted for a change, for people.
struct ImpactReport {
  private let flags: [JSONValue]
  private let isKnown: Bool
  private let text: String
  private let since: String?
  private let share: Double?

  /// Reads a server's answer.
  init(_ answer: JSONValue, from server: ServerClient) throws(CommandFailure) {
    flags = try server.array("flags", in: answer)
    guard let isKnown = answer["known"]?.boolValue, let text = answer["summary"]?["text"]?.stringValue else {
      throw server.isNoSerinServer("its answer does not say what is known")
    }
    self.isKnown = isKnown
    self.text = text
    since = answer["sampledSince"]?.stringValue
    share = answer["summary"]?["share"]?.numberValue
  }

  /// What is said beside the table: the impact in a sentence.
  var remark: String {
    guard isKnown, let since else { return text }
    let percent = share.map { " (\(JSONValue.number(($0 * 10_000).rounded() / 100).text()) %)" } ?? ""
    return "\(text)\(percent); the sample was seen since \(since)"
  }

  /// A table of the flags, then for each of them how its answers change.
  func lines(style: Style) -> [String] {
    guard !flags.isEmpty else { return [] }
    var table = Table("FLAG", "CAUSE", "CHANGED", "UNCHANGED", "UNDECIDED")
    for flag in flags {
      let cells = ["flag", "cause", "changed", "unchanged", "undecided"].map { Table.Cell(Self.plain(flag[$0])) }
      table.add(cells[0], cells[1], cells[2], cells[3], cells[4])
    }
    return table.lines(style: style) + flags.flatMap { transitions(of: $0, style) }
  }

  private func transitions(of flag: JSONValue, _ style: Style) -> [String] {
    let transitions = flag["transitions"]?.arrayValue ?? []
    guard !transitions.isEmpty else { return [] }
    var lines = [style.bold(Self.plain(flag["flag"]).printable)]
    for transition in transitions {
      let words = "\(Self.answer(transition["from"])) -> \(Self.answer(transition["to"]))"
      lines.append("  \(Self.plain(transition["count"])) x \(words)".printable)
    }
    if let others = flag["otherTransitions"]?.numberValue, others > 0 {
      lines.append("  \(JSONValue.number(others).text()) x others")
    }
    return lines
  }

  private static func answer(_ answer: JSONValue?) -> String {
    guard let answer, answer != .null else { return "no flag" }
    let rule = plain(answer["ruleId"])
    return "\(plain(answer["variation"])) (\(rule.isEmpty ? "killed" : rule))"
  }

  private static func plain(_ value: JSONValue?) -> String {
    guard let value, value != .null else { return "?" }
    return FlagText.plain(value)
  }
}
