/// Flags as JSON text, for documents that tests write.
enum FlagText {
  /// A flag that is off unless one rule matches.
  ///
  /// - Parameters:
  ///   - key: the flag's key.
  ///   - when: the rule's condition; without one the rule matches everybody.
  ///   - rollout: more members of the rule.
  ///   - more: more members of the flag.
  static func flag(_ key: String, when: String? = nil, rollout: String = "", more: String = "") -> String {
    let condition = when.map { #""when":\#($0),"# } ?? ""
    return """
      "\(key)":{"kind":"release","owner":"w","variations":{"off":{"enabled":false},"on":{"enabled":true}},"off":"off",\
      "default":"off","rules":[{"id":"r_00000001",\(condition)\(rollout)"serve":"on"}]\(more)}
      """
  }

  /// A flag that requires another one to be on.
  static func flag(_ key: String, requiring other: String) -> String {
    flag(key, more: #","prerequisites":[{"flag":"\#(other)","enabled":true}]"#)
  }
}
