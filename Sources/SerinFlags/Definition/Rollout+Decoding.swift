extension Rollout {
  /// Reads a rollout.
  ///
  /// - Parameter isCondition: Whether it stands in a condition, where `otherwise` has no meaning.
  init?(decoding value: JSONValue, isCondition: Bool = false, with decoder: inout DocumentDecoder) {
    guard let object = decoder.object(value) else { return nil }
    let known = ["percent", "by", "salt", "draw", "deadline"]
    decoder.checkMembers(of: object, known: isCondition ? known : known + ["otherwise"])
    let percent = decoder.required("percent", of: object) { Percentage(decoding: $1, with: &$0) }
    let by = decoder.optional("by", of: object) { $0.name($1) }
    let salt = decoder.required("salt", of: object) { $0.text($1, maximumBytes: $0.limits.nameBytes) }
    let draw = decoder.optional("draw", of: object) { DrawAlgorithm(decoding: $1, with: &$0) }
    let deadline = decoder.optional("deadline", of: object) { $0.instant($1) }
    let problem = percent.flatMap { (draw ?? .sha256).problem(ofPercent: $0) }
    if decoder.mode == .write, let problem {
      decoder.member("percent", of: object) { decoder, value in
        decoder.report("\(decoder.shown(value ?? .null)) \(problem)")
      }
    }
    let otherwise =
      isCondition ? nil : decoder.optional("otherwise", of: object) { Otherwise(decoding: $1, with: &$0) }
    guard let percent, let salt else { return nil }
    self.init(
      percent: percent, by: by, salt: salt, draw: draw ?? .sha256, otherwise: otherwise, deadline: deadline)
  }
}

extension Rollout.Otherwise {
  init?(decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    if case .string(let word) = value, word.hasSameBytes(as: Rollout.continueWord) {
      self = .continue
      return
    }
    guard let name = decoder.variationName(value) else { return nil }
    self = .variation(name)
  }
}

extension Percentage {
  init?(decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    guard let percent = decoder.number(value) else { return nil }
    if decoder.mode == .write {
      switch Self.problem(of: percent) {
      case .outOfRange: decoder.report("\(decoder.shown(value)) is not between 0 and 100")
      case .tooManyDecimals: decoder.report("\(decoder.shown(value)) has more than six decimals")
      case nil: break
      }
    }
    self.init(clamping: percent)
  }
}

extension DrawAlgorithm {
  init?(decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    guard let name = decoder.string(value) else { return nil }
    guard let algorithm = DrawAlgorithm(rawValue: name) else {
      let all = Self.allCases.map(\.rawValue).joined(separator: ", ")
      decoder.report("\(decoder.shown(name)) is not a draw; allowed are \(all)")
      return nil
    }
    self = algorithm
  }
}
