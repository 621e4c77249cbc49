/// The members of a JSON object, in the order they were given.
///
/// Names are unique by their exact UTF-8 bytes. Equality does not look at the order. Looking a name up is a short scan
/// in a small object and a hash lookup in a large one.
public struct JSONObject: Sendable {
  /// The members in their order.
  var members: [Member]
  /// Where each name stands; kept only for objects with more than `scanLimit` members.
  private var positions: [PackedName: Int]?

  /// One member.
  struct Member: Sendable {
    let key: PackedName
    var value: JSONValue

    var name: String { key.string }
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
    members.indices.sorted { members[$0].key.precedes(members[$1].key) }
  }

  /// Makes room for members that are about to be added.
  mutating func reserveCapacity(_ count: Int) {
    members.reserveCapacity(count)
  }

  /// Adds a member whose name is known not to be there yet.
  mutating func appendNew(name: String, value: JSONValue) {
    if members.isEmpty { members.reserveCapacity(4) }
    appendNew(Member(key: PackedName(name), value: value))
  }

  /// Adds a member whose name is known not to be there yet.
  ///
  /// Inlined into the reader: a member is large, and handing one on in memory costs more than adding it.
  @inline(__always)
  mutating func appendNew(_ member: consuming Member) {
    members.append(member)
    if members.count > Self.scanLimit { indexLast() }
  }

  /// Notes the position of the last member, and those of all the others when there are none yet.
  @inline(never)
  private mutating func indexLast() {
    if positions == nil { return rebuildPositions() }
    positions?[members[members.count - 1].key] = members.count - 1
  }

  /// Where the member of that name stands.
  func position(ofName name: String) -> Int? {
    position(of: PackedName(name))
  }

  /// Where the member of that name stands.
  func position(of key: PackedName) -> Int? {
    if let positions { return positions[key] }
    // In place: going through the array as a sequence would retain and release every value.
    return members.withUnsafeBufferPointer { members in
      var position = 0
      while position < members.count {
        if members[position].key == key { return position }
        position &+= 1
      }
      return nil
    }
  }

  private mutating func rebuildPositions() {
    guard members.count > Self.scanLimit else {
      positions = nil
      return
    }
    var rebuilt = [PackedName: Int](minimumCapacity: members.count)
    for (position, member) in members.enumerated() {
      rebuilt[member.key] = position
    }
    positions = rebuilt
  }
}
