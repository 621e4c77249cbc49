import SerinFlags

extension JSONValue {
  /// The document with another value at a place, which is made where it is not there; nil takes the member away.
  func setting(_ names: String..., to value: JSONValue?) -> JSONValue { setting(names[...], to: value) }

  private func setting(_ names: ArraySlice<String>, to value: JSONValue?) -> JSONValue {
    guard let name = names.first else { return value ?? .null }
    var object = objectValue ?? [:]
    if names.count == 1 {
      object[name] = value
    } else {
      object[name] = (object[name] ?? [:]).setting(names.dropFirst(), to: value)
    }
    return .object(object)
  }

  /// The value at a place; nil when there is none.
  func at(_ names: String...) -> JSONValue? {
    names.reduce(Optional(self)) { $0?[$1] }
  }
}
