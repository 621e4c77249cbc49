import SerinFlags
import Store

extension DocumentPlanner {
  /// What an environment serves now.
  private func rulesetNow(_ environment: EnvironmentRecord) -> RulesetDocument {
    flags.keeper.state.rulesets[environment.id]?.document ?? RulesetDocument()
  }

  /// What an environment would serve.
  func rulesetAfter(_ environment: EnvironmentRecord) -> RulesetDocument {
    rulesetNow(environment).applying(changes[environment.id] ?? [])
  }

  /// Looks for references that would lead nowhere, for cycles, and for too much of anything.
  mutating func checkReferences() {
    var keys = contents.flags.map { DocumentPath.member("flags", $0.key) }
    keys += (document.flags ?? []).map(\.path)
    keys += contents.segments.map { DocumentPath.member("segments", $0.key) }
    keys += (document.segments ?? []).map(\.path)
    let places = Set(keys.map(ExactString.init))
    for environment in environments {
      guard let changes = changes[environment.id] else { continue }
      for issue in rulesetNow(environment).issues(after: changes) {
        problems.add(Self.place(of: issue.path, in: environment, places), issue.message)
      }
    }
  }

  /// Looks whether the long lists would have more ids together than a server holds.
  mutating func checkRoom() {
    do throws(Problem) {
      try flags.checkRoom(after: Change(chain: contents.project.id, edits: edits))
    } catch {
      problems.add(error, at: "segments")
    }
  }

  /// The place in the project's document for a path in the ruleset of one environment.
  ///
  /// - Parameter places: The paths of all flags and segments. Keys may have full stops, so the longest that fits is it.
  private static func place(
    of path: String, in environment: EnvironmentRecord, _ places: Set<ExactString>
  ) -> String {
    let bytes = Array(path.utf8)
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") || bytes[$0] == UInt8(ascii: "[") }
    for end in ([bytes.count] + ends.reversed()) {
      let start = String(decoding: bytes[..<end], as: UTF8.self)
      guard places.contains(ExactString(start)) else { continue }
      return DocumentPath.member(start + ".environments", environment.key)
        + String(decoding: bytes[end...], as: UTF8.self)
    }
    return path
  }

  /// Looks whether whoever asks may make an edit, in each environment that it touches, as if they made it alone.
  mutating func checkRights(of edit: Edit) {
    let path = Self.path(of: edit)
    let project = contents.project.id
    if edit.project != nil || !edit.environments.isEmpty {
      if let access = caller.access, !access.has(.administer, in: project) {
        problems.add(path, "takes \(Permission.administer.holder)", code: .forbidden)
      }
      return
    }
    let touched = Set(edit.items.map(\.environmentID)).subtracting(newEnvironments)
    if let access = caller.access {
      for environment in environments where touched.contains(environment.id) {
        guard !access.has(.edit, in: project, environment: environment) else { continue }
        problems.add(
          DocumentPath.member(path + ".environments", environment.key), "takes \(Permission.edit.holder) there",
          code: .forbidden)
      }
      if touched.isEmpty, !environments.contains(where: { access.has(.edit, in: project, environment: $0) }) {
        problems.add(path, "takes \(Permission.edit.holder)", code: .forbidden)
      }
    }
    let change = Change(chain: project, edits: [edit])
    let state = flags.keeper.state
    for environment in ChangeAuthority.protectedEnvironments(touchedBy: change, in: state)
    where !flags.authority.covers(environment) {
      let refusal = ChangeAuthority.approvalRequired(in: environment, state)
      propose = propose ?? refusal.members["propose"]?.stringValue
      problems.add(
        DocumentPath.member(path + ".environments", environment.key), refusal.detail, code: .approvalRequired)
    }
  }

  /// Where in the document an edit comes from.
  private static func path(of edit: Edit) -> String {
    if edit.project != nil { return "project.name" }
    switch edit.environments.first {
    case .create(let environment), .update(let environment, _):
      return DocumentPath.member("environments", environment.key)
    case .remove, .advance, nil: break
    }
    if let segment = edit.segment?.segment { return DocumentPath.member("segments", segment.key) }
    return DocumentPath.member("flags", edit.flag?.flag.key ?? "")
  }
}
