import SerinLock

extension FeatureFlags {
  /// Reports by the log and as an event what was given in place of a flag's own answer; nothing once the client is closed.
  public func didFallBack(_ fallback: FlagFallback) {
    let configuration = engine.configuration
    switch fallback {
    case .wrongType(let flag, let property, let expected, let found):
      guard let log = configuration.log, reported.isFirst(flag.name, property), !engine.isClosed else { return }
      let text = "flag \(flag.name), property \(property): expected \(expected), found \(found); its default is used"
      // Later: this is inside a reading, which must not wait for code of the app.
      Task { log(FlagLogMessage(level: .warning, text: text)) }
    case .killSwitch(let flag, let answer):
      guard !engine.isClosed else { return }
      configuration.log?(FlagLogMessage(level: .info, text: "flag \(flag.name) is off; its fallback runs"))
      configuration.onEvent?(.killSwitchFallback(flag, answer))
    }
  }
}

extension FlagEngine {
  /// Whether the client was closed.
  var isClosed: Bool { core.withLock { $0.isClosed } }
}

extension FlagEvent {
  /// The fallback of a kill-switch guard runs; `rule_id` is there when the flag has an answer, and empty when it is killed.
  static func killSwitchFallback(_ flag: FlagKey, _ answer: FeatureFlag?) -> FlagEvent {
    var parameters: JSONObject = ["flag_key": .string(flag.name)]
    if let answer { parameters["rule_id"] = .string(answer.ruleId) }
    return FlagEvent(name: "kill_switch_fallback", parameters: parameters)
  }
}
