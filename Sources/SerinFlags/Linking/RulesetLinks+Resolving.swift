extension RulesetLinks {
  /// The answer of a flag that was decided before, or nil when the ruleset has none.
  func answer(ofFlag number: Int32, in scope: EvaluationScope) -> Evaluation? {
    let outcome = scope.outcome(ofFlag: number)
    guard outcome > 0, outcome != EvaluationScope.noFlag else { return nil }
    return flags[Int(number)]?.outcomes[Int(outcome) - 1]
  }

  /// Decides a flag and everything that it depends on, those first; what was decided before is kept.
  ///
  /// The path through the flags lies in the scope instead of on the stack: a chain of prerequisites may be as long as a
  /// ruleset has flags. Flags on a cycle are answered without looking at what they depend on, so the path never meets
  /// itself.
  func resolve(_ number: Int32, in scope: EvaluationScope) {
    guard let (path, places) = scope.path else { return }
    var depth = 0
    path[0] = number
    places[0] = 0
    while depth >= 0 {
      let current = path[depth]
      if scope.outcome(ofFlag: current) != 0 {
        depth &-= 1
      } else if let next = nextUndecided(of: current, &places[depth], scope) {
        depth &+= 1
        path[depth] = next
        places[depth] = 0
      } else {
        scope.setOutcome(outcome(of: current, scope), ofFlag: current)
        depth &-= 1
      }
    }
  }

  /// The next flag that must be decided before this one.
  private func nextUndecided(
    of number: Int32, _ place: inout Int32, _ scope: EvaluationScope
  ) -> Int32? {
    guard case .sound = states[Int(number)] else { return nil }
    let dependencies = dependencies[Int(number)]
    while Int(place) < dependencies.count {
      let dependency = dependencies[Int(place)]
      place &+= 1
      if scope.outcome(ofFlag: dependency) == 0 { return dependency }
    }
    return nil
  }

  /// The outcome plus one of a flag whose dependencies are decided.
  private func outcome(of number: Int32, _ scope: EvaluationScope) -> Int32 {
    guard let flag = flags[Int(number)] else { return EvaluationScope.noFlag }
    guard let requirements = flag.requirements else { return FlagCode(flag).decided(scope) + 1 }
    switch states[Int(number)] {
    case .sound: return FlagCode(flag).decided(scope) + 1
    case .cycle: return requirements.cycle + 1
    case .malformed: return requirements.malformed + 1
    }
  }
}
