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
  /// of them. Of what was planned or approved the rights are looked at where it is proposed and decided.
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
    guard let access = caller.access, companion == nil, probe == nil else { return }
    let touched = Set(edits.flatMap { $0.items.map(\.environmentID) })
    for environment in environments where touched.contains(environment.id) {
      guard access.has(.edit, in: project.id, environment: environment) else {
        throw Problem(
          .forbidden,
          "this changes environment \"\(environment.key)\" too, and that takes \(Permission.edit.holder) there")
      }
    }
  }
}
