import SerinFlags

extension StructuralDiff {
  /// Compares two documents of a segment.
  ///
  /// The ids of a long list are on record as hashes only. Where one side is such a list, the other one is shown by its
  /// digest and count as well, so that the two can be compared and a difference never holds the ids of a list that grew
  /// long.
  /// - Parameters:
  ///   - member: The member with the segment's condition.
  ///   - environmentID: The environment, which digests depend on.
  init(ofSegment old: JSONObject, to new: JSONObject, condition member: String, environmentID: String) {
    var old = old
    var new = new
    if new[member]?["listed"] != nil { old[member] = Self.digested(old[member], environmentID) }
    if old[member]?["listed"] != nil { new[member] = Self.digested(new[member], environmentID) }
    self.init(from: old, to: new)
  }

  /// A list of ids as its digest and count; anything else as it is.
  private static func digested(_ condition: JSONValue?, _ environmentID: String) -> JSONValue? {
    guard let ids = condition?["list"]?.arrayValue?.compactMap(\.stringValue),
      let given = try? GivenIDs(ids, environmentID: environmentID)
    else { return condition }
    let digest = IDListDigest(given.list, engine: .hardware)
    return ListReference(digest, count: given.list.count, by: condition?["by"]?.stringValue).json
  }
}
