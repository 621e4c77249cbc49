import SerinFlags
import Testing

/// Decides one condition the way a rule does.
enum ConditionProbe {
  /// What a condition of a document comes to, checked against the answer of a flag whose only rule has it.
  static func truth(_ condition: JSONValue, for context: FlagContext, mode: DocumentMode = .write) throws -> Truth {
    let json = Samples.flag(rules: [["id": "r_00000001", "when": condition, "serve": "on"]])
    let flag = CompiledFlag(try FlagDefinition(json: json, key: "f", mode: mode))
    let trace = try #require(flag.explain(for: context).rules.first?.condition)
    #expect(flag.evaluate(for: context).isEnabled == (trace.truth == .yes))
    return trace.truth
  }

  /// The same for a context with one attribute `a`, or none.
  static func truth(_ condition: JSONValue, _ value: JSONValue?) throws -> Truth {
    var context = FlagContext()
    context.attributes["a"] = value
    return try truth(condition, for: context)
  }
}
