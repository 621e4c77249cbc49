import SerinFlags
import Store

/// The wish to give a new flag the key that another one has had.
struct KeyReuse: Sendable, Hashable {
  /// Why; never empty.
  let reason: String
  /// Whether whoever wishes it knows that apps asked for the earlier flag lately.
  let acknowledgesUse: Bool
}

extension KeyReuse {
  /// Reads the wish of a body; nil when it has none.
  ///
  /// - Parameter acknowledgesUse: Whether that is said elsewhere than in the body.
  /// - Throws: 422 when it comes without a reason.
  init?(_ body: ControlBody, acknowledgesUse: Bool = false) throws(Problem) {
    let isStated = try Acknowledgement.isRecentUse(body.string("acknowledge"))
    guard try body.boolean("reuseKey") ?? false else { return nil }
    let reason = try body.reason()
    guard !reason.isEmpty else {
      throw Problem(path: "reason", message: "is required where the key of an earlier flag is used again")
    }
    self.init(reason: reason, acknowledgesUse: acknowledgesUse || isStated)
  }
}

extension FlagService {
  /// What has to happen to the earlier owner of a key before a new flag gets it: an archived one is deleted.
  ///
  /// - Parameters:
  ///   - owners: Everybody who has or had the key, the latest first.
  ///   - reuse: The wish to use the key again; nil when nobody wishes that.
  /// - Returns: The edit that does it; nil when nothing has to happen.
  /// - Throws: 409 that says who owns the key and what can be done; 422 for rule ids and salts of the earlier flag.
  func handover(
    from owners: [FlagRecord], to definition: FlagDefinition, _ reuse: KeyReuse?, in place: Place, by caller: Caller
  ) async throws(Problem) -> Edit? {
    guard let owner = owners.first else { return nil }
    guard let reuse, owner.lifecycle != .active else { throw Self.keyIsTaken(by: owner) }
    try await refuseIdentities(of: owners, in: definition, place)
    guard owner.deletedAt == nil else {
      try await checkNotInUse(owner, in: place.environments, isAcknowledged: reuse.acknowledgesUse)
      return nil
    }
    try await checkCanGo(owner, in: place.project, acknowledgesUse: reuse.acknowledgesUse)
    return Self.deletion(true, of: owner, in: place.environments, by: caller, reason: reuse.reason)
  }

  /// The problem of a key that a flag has or had.
  static func keyIsTaken(by owner: FlagRecord) -> Problem {
    let words =
      switch owner.lifecycle {
      case .active: "flag \"\(owner.key)\" exists already"
      case .archived: "flag \"\(owner.key)\" (\(owner.id)) exists and is archived; unarchive it\(anotherWay)"
      case .deleted: "flag \"\(owner.key)\" (\(owner.id)) was deleted; undelete it\(anotherWay)"
      }
    return Problem(.conflict, words, members: ["owner": owner.ownership])
  }

  private static let anotherWay =
    ", choose another key, or create it with \"reuseKey\" and a reason, since apps may still ask for this one"

  /// Refuses that an edit brings rule ids and salts of flags that had the key before.
  ///
  /// - Parameter base: What the flag has already, which stays.
  func refuseEarlierIdentities(
    of flag: FlagRecord, in definition: FlagDefinition, beside base: JSONValue, _ place: Place
  ) async throws(Problem) {
    let earlier = try await owners(of: flag.key, in: place.project).filter { !$0.id.hasSameBytes(as: flag.id) }
    guard !earlier.isEmpty else { return }
    try await refuseIdentities(of: earlier, in: definition, beside: base, place)
  }

  /// Refuses rule ids and salts of earlier flags: whoever was in a group there would be in the same one of another flag.
  private func refuseIdentities(
    of owners: [FlagRecord], in definition: FlagDefinition, beside base: JSONValue = .null, _ place: Place
  ) async throws(Problem) {
    var known: Set<ExactString> = []
    for owner in owners {
      for environment in place.environments {
        let item = try await withStore { () async throws(StoreError) in
          try await store.item(environmentID: environment.id, kind: .flag, id: owner.id)
        }
        guard let item, let json = try? JSONValue(parsing: Array(item.document.utf8), options: .lenient) else {
          continue
        }
        known.formUnion(RuleMark.all(in: json, path: "").map { ExactString($0.text) })
      }
    }
    known.subtract(RuleMark.all(in: base, path: "").map { ExactString($0.text) })
    let path = DocumentPath.member("flags", definition.key)
    let repeated = RuleMark.all(in: definition.json, path: path).filter { known.contains(ExactString($0.text)) }
    guard repeated.isEmpty else {
      throw Problem(
        issues: repeated.map {
          DocumentIssue(
            path: $0.path, message: "\"\($0.text)\" is of the flag that had this key before; leave it out for a new one"
          )
        })
    }
  }
}

/// What makes a rule the one that it is: its id, and the salts of its draws.
private struct RuleMark {
  let path: String
  let text: String

  /// Those of the rules of a flag's document.
  static func all(in flag: JSONValue, path: String) -> [RuleMark] {
    var found: [RuleMark] = []
    for (index, rule) in (flag["rules"]?.arrayValue ?? []).enumerated() {
      let place = DocumentPath.element(DocumentPath.member(path, "rules"), index)
      if let id = rule["id"]?.stringValue { found.append(RuleMark(path: place + ".id", text: id)) }
      collectSalts(of: rule, path: place, into: &found)
    }
    return found
  }

  private static func collectSalts(of json: JSONValue, path: String, into found: inout [RuleMark]) {
    switch json {
    case .object(let members):
      for (name, value) in members {
        let place = DocumentPath.member(path, name)
        if name == "salt", let text = value.stringValue, !text.isEmpty {
          found.append(RuleMark(path: place, text: text))
        } else {
          collectSalts(of: value, path: place, into: &found)
        }
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        collectSalts(of: element, path: DocumentPath.element(path, index), into: &found)
      }
    case .null, .bool, .number, .string: break
    }
  }
}
