import SerinFlags
import Store

/// What became of an environment in memory.
struct RulesetChange: Sendable {
  /// What was served before; nil for an environment that is new.
  let before: ServedRuleset?
  /// What is served from now on; nil for an environment that was removed.
  let after: ServedRuleset?
  /// The items that were taken in; nil when everything may have changed.
  let items: [ItemRecord]?

  /// - Parameter items: What was taken in; nil when everything was read anew.
  init(from before: ServedRuleset?, to after: ServedRuleset?, items: [ItemRecord]?) {
    self.before = before
    self.after = after
    // Another epoch is another history of the environment.
    self.items = before != nil && before?.epoch == after?.epoch ? items : nil
  }

  /// Whether answers may have changed.
  var changesAnswers: Bool { passesInstant || (items.map { $0.contains { $0.kind != .token } } ?? true) }

  /// Whether an instant has passed meanwhile at which answers change.
  private var passesInstant: Bool {
    guard let before, let after else { return false }
    return [before, after].contains { ruleset in
      ruleset.compiled.lastInstant(at: after.servedAt).map { $0 > before.servedAt } ?? false
    }
  }

  /// Whether a flag was killed by it.
  var isKill: Bool {
    guard let before, let items else { return false }
    return items.contains { item in
      guard item.kind == .flag, item.isKilled, let key = before.key(ofFlag: item.id) else { return false }
      return before.flags[key]?.entry.definition?.isKilled == false
    }
  }

  /// The flags whose answers may have changed; nil when it may be any.
  var affectedFlags: Set<ExactString>? {
    guard let before, let after, let items, !passesInstant else { return nil }
    var flags: Set<ExactString> = []
    var segments: Set<ExactString> = []
    for item in items {
      switch item.kind {
      case .flag:
        for key in [before.key(ofFlag: item.id), after.key(ofFlag: item.id)].compactMap(\.self) {
          flags.insert(ExactString(key))
        }
      case .segment: segments.insert(ExactString(item.id))
      case .list: return nil
      case .token: break
      }
    }
    let affected = after.document.flagsAffected(by: flags, segments: segments)
    return affected.union(before.document.flagsAffected(by: flags, segments: segments)).union(flags)
  }

  /// The ids of the keys of clients and servers that are gone, or see other flags than they did.
  var changedTokens: [String] {
    guard let before else { return [] }
    let new = after?.tokens ?? [:]
    return before.tokens.filter { id, token in
      new[id].map { $0.principal.flags != token.principal.flags } ?? true
    }.map(\.key)
  }
}
