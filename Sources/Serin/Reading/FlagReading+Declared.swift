extension FlagReading {
  /// Whether a declared flag is on; its default while it has no answer.
  ///
  /// When the server knows the flag as another kind than the app does, the server's answer counts all the same.
  public func isEnabled(_ flag: FlagKey) -> Bool {
    isEnabled(flag.name, default: flag.defaultValue)
  }

  /// Whether a flag of a catalog is on; its default while it has no answer.
  public func isEnabled(_ flag: some FlagCatalog) -> Bool {
    isEnabled(flag.flag)
  }

  /// The answer for a declared flag; nil when flags are not known yet, and for a flag that is unknown, archived or broken.
  public func get(_ flag: FlagKey) -> FeatureFlag? {
    get(flag.name)
  }

  /// The answer for a flag of a catalog; nil when flags are not known yet, and for a flag that is unknown, archived or
  /// broken.
  public func get(_ flag: some FlagCatalog) -> FeatureFlag? {
    get(flag.flag)
  }

  /// The flag of a catalog with why it is what it is.
  public func details(_ flag: some FlagCatalog) -> FlagDetails {
    details(flag.flag)
  }

  /// The value of a flag's property.
  ///
  /// A flag that is off has values, too: the defaults set in the control panel.
  ///
  /// - Returns: The property's default given in code when the flag or the property is missing or the value is of another
  ///   type. A client reports such a value by its log, once for each property.
  public func value<Value: FlagValue>(_ property: FlagProperty<Value>) -> Value {
    guard let json = get(property.flag.name)?.properties[property.name] else { return property.defaultValue }
    if let value = Value(json: json) { return value }
    didFallBack(
      .wrongType(flag: property.flag, property: property.name, expected: "\(Value.self)", found: json.found))
    return property.defaultValue
  }
}
