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
    /// A value of that type, by its declaration or as what a method hands to its closure.
    case value(of: String, handedOutBy: String)
  }

  /// A call that takes a flag's key as a text, or several in a list.
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
    "set": [
      TextCall(label: "for", companion: nil, receiver: .named("overrides")),
      TextCall(label: "undecided", companion: nil),
    ],
    "FeatureFlag": [TextCall(label: "key", companion: "isEnabled")],
    "FlagKey": [TextCall(label: nil, companion: nil)],
    "Prerequisite": [TextCall(label: "flag", companion: nil)],
    "FlagDefinition": [TextCall(label: "key", companion: "kind"), TextCall(label: "key", companion: "json")],
    "FlagEntry": [TextCall(label: "key", companion: "reading")],
    "FlagDecodingError": [TextCall(label: "key", companion: "property")],
    "Evaluation": [TextCall(label: "key", companion: "isEnabled")],
    "evaluate": [
      TextCall(label: nil, companion: "at"),
      TextCall(label: nil, companion: nil, receiver: .value(of: "ContextEvaluator", handedOutBy: "withEvaluator")),
    ],
    "explain": [TextCall(label: nil, companion: "at")],
    "factsNeeded": [TextCall(label: "by", companion: nil)],
    "malformed": [TextCall(label: "key", companion: "issues")],
    "noFlag": [TextCall(label: "key", companion: nil)],
    "seen": [TextCall(label: "flag", companion: nil)],
    "flag": [TextCall(label: nil, companion: "serves")],
    "FlagAnswer": [TextCall(label: "undecided", companion: nil)],
    "flags": [TextCall(label: "undecided", companion: nil)],
    "serve": [TextCall(label: "undecided", companion: nil)],
    "partial": [TextCall(label: "undecided", companion: nil)],
    "updated": [TextCall(label: "changedKeys", companion: nil)],
    "FlagsChange": [TextCall(label: "changedKeys", companion: nil)],
  ]

  /// A call that takes keys as values of `FlagKey`, or of a type that carries one.
  struct KeyCall: Sendable {
    /// The label of the first key; nil for the first argument, without a label.
    var label: String?
    /// A label that must also be there.
    var companion: String?
    /// Whether the arguments without a label behind it are keys as well.
    var isVariadic = false
    /// What the argument is: `FlagKey`, or one of ``KeyConstructors/carriers``.
    var type = "FlagKey"
    var receiver = Receiver.any
  }

  /// The calls with keys, by the name of what is called.
  static let keys: [String: [KeyCall]] = [
    "isEnabled": [KeyCall(label: nil)],
    "get": [KeyCall(label: nil, receiver: .reader)],
    "details": [KeyCall(label: nil, receiver: .reader)],
    "logImpression": [KeyCall(label: nil, receiver: .reader)],
    "set": [KeyCall(label: "for", receiver: .named("overrides"))],
    "value": [KeyCall(label: nil, type: "FlagProperty", receiver: .reader)],
    "assignment": [KeyCall(label: "in", type: "Experiment")],
    "withKillSwitch": [KeyCall(label: nil)],
    "FlagProperty": [KeyCall(label: nil, companion: "default")],
    "Experiment": [KeyCall(label: nil, companion: "control")],
    "FlagsSnapshot": [KeyCall(label: "enabled", isVariadic: true), KeyCall(label: "disabled")],
    "FlagExpiry": [KeyCall(label: nil, companion: "on")],
    "killSwitch": [KeyCall(label: "flag", companion: "answer")],
    "wrongType": [KeyCall(label: "flag", companion: "property")],
  ]
}
