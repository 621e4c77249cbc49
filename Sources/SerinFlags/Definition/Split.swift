/// A division of the units between variations by weight.
///
/// The variations share the draw's range in their order: with W as the sum of the weights, the first one serves those
/// with `draw x W < 10^8 x (its weight)`, the next one those up to the sum of both weights, and so on. A unit keeps its
/// variation as long as the weights before and up to it keep their shares. A context without a unit is served as one
/// that is not drawn.
public struct Split: DocumentPart {
  /// The variations in their order.
  public var arms: [Arm]
  /// What makes this draw different from others; nil for the rollout's salt followed by `/variation`.
  public var salt: String?
  /// The attribute that is drawn on; nil for the rollout's, and without one the user's id, else the device's id.
  public var by: String?
  /// Which draw decides.
  public var draw: DrawAlgorithm

  /// One variation and its weight.
  public struct Arm: DocumentPart {
    /// The variation's name.
    public var variation: String
    /// Its weight: any positive number; only the ratio to the other weights counts.
    ///
    /// Weights are taken to six decimals.
    public var weight: Double

    /// Creates an arm.
    public init(_ variation: String, weight: Double) {
      self.variation = variation
      self.weight = weight
    }

    /// The arm as an element of `split`.
    public var json: JSONValue {
      ["variation": .string(variation), "weight": .number(weight)]
    }
  }

  /// Creates a split.
  public init(_ arms: [Arm], salt: String? = nil, by: String? = nil, draw: DrawAlgorithm = .sha256) {
    self.arms = arms
    self.salt = salt
    self.by = by
    self.draw = draw
  }

  /// The split as the rule's `serve`.
  public var json: JSONValue {
    var object: JSONObject = ["split": .array(arms.map(\.json)), "draw": .string(draw.rawValue)]
    if let salt { object["salt"] = .string(salt) }
    if let by { object["by"] = .string(by) }
    return .object(object)
  }
}
