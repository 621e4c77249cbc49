import SerinFlags

/// What `serin draw` says about one number.
struct DrawReport {
  let algorithm: DrawAlgorithm
  let salt: String
  let unit: String
  let percent: Percentage?
  let weights: [Double]?
  private let draw: PreparedDraw
  private let number: UInt64

  init(
    algorithm: DrawAlgorithm, purpose: DrawPurpose, salt: String, unit: String, percent: Percentage?, weights: [Double]?
  ) {
    self.algorithm = algorithm
    self.salt = salt
    self.unit = unit
    self.percent = percent
    self.weights = weights
    draw = PreparedDraw(
      algorithm, purpose: purpose, salt: salt, totalWeight: weights.flatMap(algorithm.totalWeight))
    number = unit.withBytes { [draw] in draw.number(of: $0) }
  }

  /// Whether the algorithm draws on the empty text as on any other.
  var hasEmptyUnits: Bool { draw.unit(of: "") != nil }

  /// Why the draw cannot divide by the weights; nil when it can.
  func problem(of weights: [Double]) -> String? {
    if let problem = algorithm.problem(ofWeights: weights) { return problem }
    return draw.ends(ofWeights: weights) == nil ? "are not between 0.000001 and 1000000000" : nil
  }

  /// The lines for a person.
  ///
  /// - Parameter isBrief: Whether the number stands alone, without its range and share.
  func lines(isBrief: Bool) -> [String] {
    var lines = ["\(number)"]
    if !isBrief { lines = ["number \(number)", "range \(draw.range)", "share \(Self.text(share)) %"] }
    if let percent { lines.append("\(isIn(percent) ? "in" : "not in") \(Self.text(percent.percent)) %") }
    if let arm {
      lines.append(arm.map { "weight \($0 + 1) of \(weights?.count ?? 0)" } ?? "behind the last weight")
    }
    return lines
  }

  /// The document.
  var json: JSONValue {
    var object: JSONObject = [
      "salt": .string(salt), "unit": .string(unit), "algorithm": .string(algorithm.rawValue),
      "purpose": .string(draw.purpose.rawValue), "number": .number(Double(number)),
      "range": .number(Double(draw.range)),
      "share": .number(share),
    ]
    // Numbers of 60 bits do not fit into a JSON number of every reader.
    if draw.range > 1 << 53 {
      object["number"] = .string("\(number)")
      object["range"] = .string("\(draw.range)")
    }
    if let percent { object["isIn"] = .bool(isIn(percent)) }
    if let arm { object["arm"] = arm.map { .number(Double($0)) } ?? .null }
    return .object(object)
  }

  /// Where in the range the number lies, in percent to six decimals.
  private var share: Double {
    Percentage(clamping: Double(number) / Double(draw.range) * 100).percent
  }

  private func isIn(_ percent: Percentage) -> Bool {
    number < draw.threshold(of: percent)
  }

  /// The weight that the unit gets, counted from 0; nil inside when it is behind the last one, outside without weights.
  private var arm: Int?? {
    weights.flatMap(draw.ends).map { ends in ends.firstIndex { number < $0 } }
  }

  private static func text(_ number: Double) -> String { JSONValue.number(number).text() }
}
