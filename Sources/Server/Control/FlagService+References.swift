import SerinFlags
import Store

extension FlagService {
  /// Refuses changes of an environment that would leave a reference without what it names, or close a cycle.
  ///
  /// It is to be asked inside the project's ``ChangeGate``: there the memory is what the store holds.
  /// - Throws: 422 with the path of each reference.
  func checkReferences(
    in environment: EnvironmentRecord, after changes: [CompiledRuleset.Change]
  ) throws(Problem) {
    let issues = keeper.state.rulesets[environment.id]?.document.issues(after: changes) ?? []
    guard issues.isEmpty else { throw Problem(issues: issues) }
  }

  /// Refuses to bring a flag back where what it refers to is gone meanwhile, or where a value does not fit its schema.
  /// - Throws: 422 with the environment and path of each reference and value.
  func checkReturn(of flag: FlagRecord, in environments: [EnvironmentRecord]) async throws(Problem) {
    var issues: [DocumentIssue] = []
    for environment in environments {
      let entry = FlagEntry(try await view(flag, in: environment).item)
      issues += (entry.definition?.schemaIssues ?? []).map { $0.inside(environment) }
      guard let document = keeper.state.rulesets[environment.id]?.document else { continue }
      issues += document.issues(after: [.flag(entry)]).map { $0.inside(environment) }
    }
    guard issues.isEmpty else { throw Problem(issues: issues) }
  }

  /// Refuses to take a flag out of environments where others refer to it.
  /// - Parameter what: What shall be done to it: `archived`.
  /// - Throws: 409 that names them.
  func checkNothingRefers(
    to key: String, in environments: [EnvironmentRecord], when what: String
  ) throws(Problem) {
    var errors: [DocumentIssue] = []
    var places: [String] = []
    for environment in environments {
      guard let document = keeper.state.rulesets[environment.id]?.document else { continue }
      let issues = document.issues(after: [.noFlag(key: key)])
      guard !issues.isEmpty else { continue }
      var names: [String] = []
      for name in issues.map(document.subject) where !names.contains(name) { names.append(name) }
      places.append("\(names.joined(separator: ", ")) in \(environment.key)")
      errors += issues.map { $0.inside(environment) }
    }
    guard !places.isEmpty else { return }
    throw Problem(
      .conflict,
      "flag \"\(key)\" cannot be \(what) while others refer to it: \(places.joined(separator: "; ")); "
        + "change those first, or kill the flag", errors: errors)
  }
}

extension DocumentIssue {
  /// The issue with its environment before its path.
  fileprivate func inside(_ environment: EnvironmentRecord) -> DocumentIssue {
    DocumentIssue(path: "environments.\(environment.key).\(path)", message: message)
  }
}
