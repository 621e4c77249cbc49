extension Split {
  init?(decoding object: JSONObject, hasRollout: Bool, with decoder: inout DocumentDecoder) {
    decoder.checkMembers(of: object, known: ["split", "salt", "by", "draw"])
    let draw = decoder.optional("draw", of: object) { DrawAlgorithm(decoding: $1, with: &$0) } ?? .sha256
    let arms = decoder.required("split", of: object) { decoder, value -> [Arm]? in
      guard let elements = decoder.array(value) else { return nil }
      let arms = decoder.elements(of: elements) { Arm(decoding: $1, with: &$0) }
      if elements.isEmpty { decoder.report("must not be empty") }
      decoder.checkCount(elements.count, limit: decoder.limits.arms, of: "variations")
      if decoder.mode == .write, arms.count == elements.count { Self.checkShares(arms, draw, with: &decoder) }
      return arms
    }
    // Without a rollout there is no salt to derive one from.
    let salt =
      hasRollout
      ? decoder.optional("salt", of: object) { $0.text($1, maximumBytes: $0.limits.nameBytes) }
      : decoder.required("salt", of: object) { $0.text($1, maximumBytes: $0.limits.nameBytes) }
    let by = decoder.optional("by", of: object) { $0.name($1) }
    guard let arms else { return nil }
    self.init(arms, salt: salt, by: by, draw: draw)
  }

  /// Refuses weights that the draw cannot divide by, and one so small beside the others that nobody would get it.
  private static func checkShares(_ arms: [Arm], _ draw: DrawAlgorithm, with decoder: inout DocumentDecoder) {
    let weights = arms.map(\.weight)
    // Weights that are wrong themselves are reported already.
    guard let ends = thresholds(ofWeights: weights) else { return }
    if let problem = draw.problem(ofWeights: weights) ?? draw.problem(ofTotal: weights.reduce(0, +)) {
      return decoder.report("the weights \(problem)")
    }
    guard draw == .sha256 else { return }
    for (index, arm) in arms.enumerated() where ends[index] == (index == 0 ? 0 : ends[index - 1]) {
      let weight = JSONValue.number(arm.weight).text()
      decoder.report(
        "\(decoder.shown(arm.variation)) has the weight \(weight), less than a hundred-millionth of the sum: "
          + "nobody would get it")
    }
  }
}

extension Split.Arm {
  init?(decoding value: JSONValue, with decoder: inout DocumentDecoder) {
    guard let object = decoder.object(value) else { return nil }
    decoder.checkMembers(of: object, known: ["variation", "weight"])
    let variation = decoder.required("variation", of: object) { $0.variationName($1) }
    let weight = decoder.required("weight", of: object) { decoder, value -> Double? in
      guard let weight = decoder.number(value) else { return nil }
      if weight <= 0 {
        decoder.report("\(decoder.shown(value)) is not a positive number")
      } else if Split.microWeight(weight) == nil {
        decoder.report("\(decoder.shown(value)) is not between 0.000001 and 1000000000")
      }
      return weight
    }
    guard let variation, let weight else { return nil }
    self.init(variation, weight: weight)
  }
}
