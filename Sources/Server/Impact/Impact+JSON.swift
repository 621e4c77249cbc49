import SerinFlags

extension Impact {
  /// The impact as answers have it.
  /// - Parameter showsContexts: Whether examples are shown: they are what apps sent about people.
  func json(showsContexts: Bool) -> JSONValue {
    var room = showsContexts ? Self.maximumExamples : 0
    let flags = flags.map { flag -> JSONValue in
      .object(
        flag.json(isKnown: isKnown, of: contexts.count) { places in
          guard showsContexts else { return nil }
          let shown = places.prefix(room)
          room -= shown.count
          return .array(shown.map { contexts[$0].json })
        })
    }
    var object = counts
    object["flags"] = .array(flags)
    return .object(object)
  }

  /// The impact as answers have it, without what becomes of each flag.
  var counts: JSONObject {
    [
      "at": .string(instant.description), "revision": .number(Double(revision)), "known": .bool(isKnown),
      "contexts": .number(Double(contexts.count)),
      "sampledSince": sampledSince.map { .string(Instants.text($0)) } ?? .null, "summary": summary,
    ]
  }

  private var summary: JSONValue {
    let changedFlags = flags.filter { $0.changed > 0 }.count
    return [
      "text": .string(text), "flags": isKnown ? .number(Double(changedFlags)) : .null,
      "contexts": isKnown ? .number(Double(changedContexts)) : .null,
      "share": isKnown ? Self.share(changedContexts, of: contexts.count) : .null,
    ]
  }

  /// The impact in a sentence.
  var text: String {
    guard writes else { return "the operation changes nothing in this environment" }
    guard isKnown else {
      return keepsContexts
        ? "no context was seen in this environment within 24 hours: the impact is unknown"
        : "this environment keeps no contexts: the impact is unknown"
    }
    let undecided = flags.contains { $0.undecided > 0 } ? "; some answers depend on what is not known here" : ""
    return "\(changedContexts) of \(contexts.count) contexts of the sample get another answer" + undecided
  }

  /// A share of the sample, from 0 to 1 with four decimals.
  static func share(_ count: Int, of total: Int) -> JSONValue {
    total == 0 ? .null : .number((Double(count) / Double(total) * 10_000).rounded() / 10_000)
  }
}

extension FlagImpact {
  /// So many transitions are shown; the number of the contexts of others is shown too.
  static let maximumTransitions = 20

  fileprivate func json(
    isKnown: Bool, of contexts: Int, examples: ([Int]) -> JSONValue?
  ) -> JSONObject {
    func count(_ number: Int) -> JSONValue { isKnown ? .number(Double(number)) : .null }
    let shown = transitions.prefix(Self.maximumTransitions)
    return [
      "flag": .string(key), "cause": .string(isWritten ? "written" : "dependent"), "changed": count(changed),
      "unchanged": count(unchanged), "undecided": count(undecided), "share": Impact.share(changed, of: contexts),
      "transitions": .array(
        shown.map { transition in
          var object: JSONObject = [
            "from": transition.from?.json ?? .null, "to": transition.to?.json ?? .null,
            "count": .number(Double(transition.count)),
          ]
          if let examples = examples(transition.examples) { object["examples"] = examples }
          return .object(object)
        }),
      "otherTransitions": count(transitions.dropFirst(shown.count).reduce(0) { $0 + $1.count }),
    ]
  }
}
