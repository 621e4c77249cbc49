/// What a rule gives to those it matches.
public enum Serve: DocumentPart {
  /// Everybody gets this variation.
  case variation(String)
  /// The units are shared between variations.
  case split(Split)

  /// The value as the rule's member.
  public var json: JSONValue {
    switch self {
    case .variation(let name): .string(name)
    case .split(let split): split.json
    }
  }
}

extension Serve {
  init?(decoding value: JSONValue, hasRollout: Bool, with decoder: inout DocumentDecoder) {
    switch value {
    case .string:
      guard let name = decoder.variationName(value) else { return nil }
      self = .variation(name)
    case .object(let object):
      guard let split = Split(decoding: object, hasRollout: hasRollout, with: &decoder) else { return nil }
      self = .split(split)
    default:
      decoder.report("\(value.typeDescription) is neither a variation's name nor a split")
      return nil
    }
  }
}
