/// How the SDK's calls name flags.
enum CallRules {
  /// What a call must be made on, where its name alone says too little.
  enum Receiver: Sendable {
    /// Anything: name and labels are unmistakable.
    case any
    /// A value that answers for flags.
    case reader
    /// A value or property with that name.
    case named(String)
  }

  /// A call that takes a flag's key as a text.
  struct TextCall: Sendable {
    /// The label of the key; nil for the first argument, without a label.
    var label: String?
    /// A label that must also be there; nil when the key is enough.
    var companion: String?
    var receiver = Receiver.any
  }

  /// The calls with a text, by the name of what is called.
  static let texts: [String: [TextCall]] = [
    "isEnabled": [TextCall(label: nil, companion: "default")],
    "get": [TextCall(label: nil, companion: nil, receiver: .reader)],
    "logImpression": [TextCall(label: nil, companion: nil, receiver: .reader)],
    "set": [TextCall(label: "for", companion: nil, receiver: .named("overrides"))],
    "FeatureFlag": [TextCall(label: "key", companion: "isEnabled")],
    "FlagKey": [TextCall(label: nil, companion: nil)],
    "Prerequisite": [TextCall(label: "flag", companion: nil)],
    "FlagDefinition": [TextCall(label: "key", companion: "kind")],
    "Evaluation": [TextCall(label: "key", companion: "isEnabled")],
    "evaluate": [TextCall(label: nil, companion: "at")],
    "explain": [TextCall(label: nil, companion: "at")],
    "seen": [TextCall(label: "flag", companion: nil)],
    "flag": [TextCall(label: nil, companion: "serves")],
  ]

  /// A call that takes keys as values of `FlagKey`.
  struct KeyCall: Sendable {
    /// The label of the first key; nil for the first argument, without a label.
    var label: String?
    /// A label that must also be there.
    var companion: String?
    /// Whether the arguments without a label behind it are keys as well.
    var isVariadic = false
    var receiver = Receiver.any
  }

  /// The calls with keys, by the name of what is called.
  static let keys: [String: [KeyCall]] = [
    "isEnabled": [KeyCall(label: nil)],
    "get": [KeyCall(label: nil, receiver: .reader)],
    "details": [KeyCall(label: nil, receiver: .reader)],
    "logImpression": [KeyCall(label: nil, receiver: .reader)],
    "withKillSwitch": [KeyCall(label: nil)],
    "FlagProperty": [KeyCall(label: nil, companion: "default")],
    "Experiment": [KeyCall(label: nil, companion: "control")],
    "FlagsSnapshot": [KeyCall(label: "enabled", isVariadic: true), KeyCall(label: "disabled")],
    "FlagExpiry": [KeyCall(label: nil, companion: "on")],
    "killSwitch": [KeyCall(label: "flag", companion: "answer")],
    "wrongType": [KeyCall(label: "flag", companion: "property")],
  ]
}
