extension JSONObject: RandomAccessCollection {
  /// One member: its name and its value.
  public typealias Element = (name: String, value: JSONValue)

  /// The position of the first member.
  public var startIndex: Int { members.startIndex }

  /// The position after the last member.
  public var endIndex: Int { members.endIndex }

  /// The member at that position.
  public subscript(position: Int) -> Element {
    (name: members[position].name, value: members[position].value)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object; when a name is given twice the last value counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(members: elements)
  }
}
