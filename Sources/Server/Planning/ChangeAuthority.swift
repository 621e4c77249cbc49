import SerinFlags
import Store

/// What lets a change into protected environments: nothing, an approval, or an emergency.
struct ChangeAuthority: Sendable {
  /// Nothing: whatever somebody does at once.
  static let none = ChangeAuthority()

  /// The ids of the protected environments that it opens.
  private(set) var environmentIDs: Set<String> = []
  /// Whether an admin goes ahead without the approvals; the audit log says so in the action's name.
  var isBreakGlass = false

  /// Lets changes into one more environment.
  mutating func admits(_ environment: EnvironmentRecord) { environmentIDs.insert(environment.id) }

  /// Whether it opens an environment.
  func covers(_ environment: EnvironmentRecord) -> Bool { environmentIDs.contains(environment.id) }

  /// A change that may be written.
  /// - Throws: 403 `approvalRequired` that names the first protected environment which it does not open, and the way.
  func admit(_ change: Change, in state: ServerState) throws(Problem) -> Change {
    for environment in Self.protectedEnvironments(touchedBy: change, in: state) where !covers(environment) {
      throw Self.approvalRequired(in: environment, state)
    }
    guard isBreakGlass else { return change }
    var named = change
    for index in named.edits.indices { named.edits[index].audit.action += ".breakGlass" }
    return named
  }

  /// The protected environments in which a change has an effect, in the order in which it touches them.
  static func protectedEnvironments(touchedBy change: Change, in state: ServerState) -> [EnvironmentRecord] {
    var found: [EnvironmentRecord] = []
    for edit in change.edits {
      // Apps that still ask for an earlier flag's key get an answer again, whatever it is.
      let hasReaders = edit.flag?.reusesKey ?? false
      for write in edit.items where write.kind != .token && (hasReaders || !write.isWithoutEffect) {
        guard let environment = state.rulesets[write.environmentID]?.environment, environment.isProtected,
          !found.contains(where: { $0.id == environment.id })
        else { continue }
        found.append(environment)
      }
    }
    return found
  }

  /// Refuses edits without a reason that have an effect in a protected environment, or are made in one.
  ///
  /// A kill needs none, and neither does taking one's own back: nobody is to look for words then.
  /// - Parameter place: Where the change is made; nil for what is made in no environment.
  /// - Throws: 422 that names the field and the environment.
  static func checkReasons(of change: Change, in place: EnvironmentRecord?, _ state: ServerState) throws(Problem) {
    for edit in change.edits where !edit.isKill && edit.audit.action != FlagService.undoneKill {
      let touched = protectedEnvironments(touchedBy: Change(chain: change.chain, edits: [edit]), in: state)
      let made = place.flatMap { state.rulesets[$0.id]?.environment }
      for environment in touched + [made].compactMap(\.self) { try environment.checkReason(edit.audit.reason) }
    }
  }

  /// The refusal of a change of a protected environment, with the path where it is proposed in `propose`.
  static func approvalRequired(in environment: EnvironmentRecord, _ state: ServerState) -> Problem {
    let project = state.projects.first { $0.id == environment.projectID }?.key ?? environment.projectID
    let path = "/api/v1/projects/\(project)/environments/\(environment.key)/change-requests"
    let needed = environment.approvalsNeeded == 1 ? "one approval" : "\(environment.approvalsNeeded) approvals"
    return Problem(
      .approvalRequired,
      "environment \"\(environment.key)\" is protected: a change there needs \(needed) of somebody else; propose it "
        + "with POST \(path)", members: ["propose": .string(path)])
  }
}

extension ItemWrite {
  /// Whether it is a new flag without rules that is off, as every environment gets one wherever a flag is created.
  fileprivate var isWithoutEffect: Bool {
    guard kind == .flag, expects == .absent, isKilled != true, let document,
      let item = (try? JSONValue(parsing: Array(document.utf8), options: .lenient))?.objectValue
    else { return false }
    return FlagItem.withoutRules(item) == item
  }
}
