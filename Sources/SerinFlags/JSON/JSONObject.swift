/// The members of a JSON object, in the order they were given.
///
/// Names are unique by their exact UTF-8 bytes. Equality does not look at the order. Looking a name up is a short scan
/// in a small object and a hash lookup in a large one.
public struct JSONObject: Sendable {
  /// The members in their order.
  var members: [Member]
  /// Where each name stands; kept only for objects with more than `scanLimit` members.
  private var positions: [ExactString: Int]?

  /// One member and the fingerprint of its name.
  struct Member: Sendable {
    let fingerprint: NameFingerprint
    let name: String
    var value: JSONValue
  }

  /// Up to this many members a scan is quicker than hashing the name.
  static let scanLimit = 32

  /// Creates an object without members.
  public init() {
    members = []
    positions = nil
  }

  /// Creates an object from a dictionary, with its members sorted by the bytes of their names.
  public init(_ dictionary: [String: JSONValue]) {
    self.init()
    reserveCapacity(dictionary.count)
    for (name, value) in dictionary.sorted(by: { $0.key.precedesInBytes($1.key) }) {
      self[name] = value
    }
  }

  /// Creates an object from members in order.
  ///
  /// When a name is given twice the last value counts, at the place of the first.
  public init(members: some Sequence<(String, JSONValue)>) {
    self.init()
    for (name, value) in members {
      self[name] = value
    }
  }

  /// The value of that name; assigning nil removes the member (assign `JSONValue.null` for `null`).
  public subscript(name: String) -> JSONValue? {
    get {
      guard let position = position(ofName: name) else { return nil }
      return members[position].value
    }
    set {
      guard let newValue else {
        removeValue(forName: name)
        return
      }
      if let position = position(ofName: name) {
        members[position].value = newValue
      } else {
        appendNew(name: name, value: newValue)
      }
    }
  }

  /// Removes a member and gives its value, or nil when there was none.
  ///
  /// The other members keep their order.
  @discardableResult
  public mutating func removeValue(forName name: String) -> JSONValue? {
    guard let position = position(ofName: name) else { return nil }
    let removed = members.remove(at: position).value
    rebuildPositions()
    return removed
  }

  /// The names in their order.
  public var names: [String] {
    members.map(\.name)
  }

  /// The members sorted by the bytes of their names: the order of written documents.
  package var sortedMembers: [(name: String, value: JSONValue)] {
    ordered.map { (name: members[$0].name, value: members[$0].value) }
  }

  /// The positions of the members in the order of their names' bytes.
  var ordered: [Int] {
    let keys = members.map(\.fingerprint.prefix)
    return members.indices.sorted { left, right in
      if keys[left] != keys[right] { return keys[left] < keys[right] }
      return members[left].name.precedesInBytes(members[right].name)
    }
  }

  /// Makes room for members that are about to be added.
  mutating func reserveCapacity(_ count: Int) {
    members.reserveCapacity(count)
  }

  /// Adds a member whose name is known not to be there yet.
  mutating func appendNew(name: String, value: JSONValue) {
    appendNew(Member(fingerprint: NameFingerprint(name), name: name, value: value))
  }

  /// Adds a member whose name is known not to be there yet.
  mutating func appendNew(_ member: Member) {
    if members.isEmpty { members.reserveCapacity(4) }
    members.append(member)
    if positions != nil {
      positions?[ExactString(member.name)] = members.count - 1
    } else if members.count > Self.scanLimit {
      rebuildPositions()
    }
  }

  /// Where the member of that name stands.
  func position(ofName name: String) -> Int? {
    position(of: NameFingerprint(name), name)
  }

  /// Where the member of that name stands, when the fingerprint is known already.
  func position(of fingerprint: NameFingerprint, _ name: String) -> Int? {
    if let positions { return positions[ExactString(name)] }
    return members.firstIndex { $0.fingerprint == fingerprint && $0.name.hasSameBytes(as: name) }
  }

  private mutating func rebuildPositions() {
    guard members.count > Self.scanLimit else {
      positions = nil
      return
    }
    var rebuilt = [ExactString: Int](minimumCapacity: members.count)
    for (position, member) in members.enumerated() {
      rebuilt[ExactString(member.name)] = position
    }
    positions = rebuilt
  }
}
