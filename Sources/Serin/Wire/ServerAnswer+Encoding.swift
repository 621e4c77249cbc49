extension ServerAnswer {
  /// The answer in the form the server sends it.
  ///
  /// What is stored is read by the code that reads answers, so there is one form and one reader.
  var json: JSONValue {
    var elements = flags.map(\.wireForm)
    for key in malformed {
      elements.append(["key": .string(key), "reason": .string(FlagReason.malformed.rawValue)])
    }
    return [
      "epoch": .number(Double(epoch)), "revision": .number(Double(revision)), "partial": .bool(isPartial),
      "flags": .array(elements),
    ]
  }
}

extension FeatureFlag {
  fileprivate var wireForm: JSONValue {
    [
      "key": .string(key), "isEnabled": .bool(isEnabled), "ruleId": .string(ruleId), "variation": .string(variation),
      "reason": .string(reason.rawValue), "properties": .object(properties),
    ]
  }
}
