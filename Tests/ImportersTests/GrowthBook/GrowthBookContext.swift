import SerinFlags

/// GrowthBook's attributes as an app gives them to Serin: objects within objects become attributes under their paths.
enum GrowthBookContext {
  static func context(_ attributes: JSONValue) -> FlagContext {
    var context = FlagContext()
    add(attributes, prefix: "", to: &context.attributes)
    return context
  }

  private static func add(_ value: JSONValue, prefix: String, to attributes: inout JSONObject) {
    for (name, value) in value.objectValue ?? [:] {
      attributes[prefix + name] = value
      add(value, prefix: prefix + name + ".", to: &attributes)
    }
  }
}
