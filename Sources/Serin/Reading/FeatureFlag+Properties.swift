extension FeatureFlag {
  /// The value of a string property.
  ///
  /// - Parameters:
  ///   - name: The property's exact name.
  ///   - defaultValue: The answer when the property is missing or of another type.
  public func string(forProperty name: String, default defaultValue: String) -> String {
    properties[name]?.stringValue ?? defaultValue
  }

  /// The value of a number property; a boolean is never a number.
  ///
  /// - Parameters:
  ///   - name: The property's exact name.
  ///   - defaultValue: The answer when the property is missing or of another type.
  public func number(forProperty name: String, default defaultValue: Double) -> Double {
    properties[name]?.numberValue ?? defaultValue
  }

  /// The value of a boolean property; a number is never a boolean.
  ///
  /// - Parameters:
  ///   - name: The property's exact name.
  ///   - defaultValue: The answer when the property is missing or of another type.
  public func bool(forProperty name: String, default defaultValue: Bool) -> Bool {
    properties[name]?.boolValue ?? defaultValue
  }

  /// The value of a JSON property that is an object; nil when it is missing or anything else.
  public func jsonObject(forProperty name: String) -> JSONObject? {
    properties[name]?.objectValue
  }

  /// The value of a JSON property that is an array; nil when it is missing or anything else.
  public func jsonArray(forProperty name: String) -> [JSONValue]? {
    properties[name]?.arrayValue
  }
}
