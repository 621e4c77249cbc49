extension JSONObject: Hashable {
  /// Whether both have the same names and values, whatever the order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.members.count == right.members.count else { return false }
    for (position, member) in left.members.enumerated() {
      // Objects of the same origin have the same order, so the same position is tried first.
      let other = right.members[position]
      if member.key == other.key {
        guard member.value == other.value else { return false }
      } else {
        guard let position = right.position(of: member.key), member.value == right.members[position].value else {
          return false
        }
      }
    }
    return true
  }

  /// Hashes the members so that the order does not matter.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members {
      var memberHasher = Hasher()
      memberHasher.combine(member.key)
      memberHasher.combine(member.value)
      sum &+= memberHasher.finalize()
    }
    hasher.combine(members.count)
    hasher.combine(sum)
  }
}
