import SerinFlags

extension JSONObject {
  /// Adds a value and everything within it under the paths by which GrowthBook's conditions reach it: `value.a.0`.
  mutating func insertPaths(of value: JSONValue, under path: String) {
    self[path] = value
    switch value {
    case .object(let members):
      for (name, value) in members { insertPaths(of: value, under: "\(path).\(name)") }
    case .array(let elements):
      for (index, value) in elements.enumerated() { insertPaths(of: value, under: "\(path).\(index)") }
    case .null, .bool, .number, .string: break
    }
  }
}
