import Store

extension FlagService {
  /// A place with the environments that there are now.
  ///
  /// It is to be asked inside the project's ``ChangeGate``, where no environment is made or removed meanwhile.
  /// - Throws: 404 when the environment was removed.
  func now(_ place: Place) throws(Problem) -> Place {
    let state = keeper.state
    guard let environment = state.rulesets[place.environment.id]?.environment else {
      throw Problem(.notFound, "environment \"\(place.environment.key)\" was removed by somebody else just now")
    }
    return Place(
      project: place.project, environment: environment, environments: state.environments(of: place.project))
  }

  /// Refuses edits that reach, beside the environment that they are made in, one in which whoever makes them may not edit.
  ///
  /// A flag exists in every environment of its project, so making one, or changing its kind or properties, writes in all
  /// of them. It is asked again when a schedule runs; of what was approved the rights are looked at where it is proposed, and
  /// a preview writes nothing.
  /// - Throws: 403 that names the environment.
  func checkReach(of edits: [Edit], by caller: Caller, in place: Place) throws(Problem) {
    try checkReach(
      of: edits, by: caller, in: place.project, place.environments.filter { $0.id != place.environment.id })
  }

  /// Refuses edits that reach one of some environments in which whoever makes them may not edit.
  ///
  /// What is made in no environment, such as archiving, takes the right to edit in each that it touches.
  /// - Throws: 403 that names the environment.
  func checkReach(
    of edits: [Edit], by caller: Caller, in project: ProjectRecord, _ environments: [EnvironmentRecord]
  ) throws(Problem) {
    guard let access = caller.access, companion?.isApproved != true, probe?.isGuarded != false else { return }
    for environment in environments where edits.touch(environment) {
      guard access.has(.edit, in: project.id, environment: environment) else {
        throw Self.reaches(environment, which: Permission.edit.holder)
      }
    }
  }

  /// The refusal of a change for what it does in an environment beside its own.
  static func reaches(_ environment: EnvironmentRecord, which holder: String) -> Problem {
    Problem(.forbidden, "this changes environment \"\(environment.key)\" too, and that takes \(holder) there")
  }
}

extension [Edit] {
  /// Whether something of an environment is written.
  func touch(_ environment: EnvironmentRecord) -> Bool {
    contains { $0.items.contains { $0.environmentID == environment.id } }
  }
}
