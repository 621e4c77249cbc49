/// What of another environment is taken over.
struct PlannedPromotion: Sendable {
  /// The key of the environment to take over from.
  let from: String
  /// The flags' keys; nil for every flag that is not archived.
  let flags: [String]?
  let parts: Set<Promotion.Part>
  let bringsSegments: Bool
}
