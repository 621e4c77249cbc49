/// A step on the way to a value that no type of the app names: an element's place, or `super`.
struct JSONPathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(index: Int) {
    stringValue = "\(index)"
    intValue = index
  }

  init(name: String) {
    stringValue = name
    intValue = nil
  }

  init?(stringValue: String) {
    self.init(name: stringValue)
  }

  init?(intValue: Int) {
    self.init(index: intValue)
  }
}

extension [any CodingKey] {
  /// The way as people write it: `theme.colors[2]`; empty at the value itself.
  var path: String {
    reduce(into: "") { path, key in
      if let index = (key as? JSONPathKey)?.intValue ?? key.listIndex {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}

extension CodingKey {
  /// The place that the standard library's own containers call `Index 2`.
  fileprivate var listIndex: Int? {
    guard let intValue, stringValue == "Index \(intValue)" else { return nil }
    return intValue
  }
}
