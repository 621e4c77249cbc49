public import Serin

extension FlagDebugModel {
  /// Sets a flag by hand; the outcome's name is then `on` or `off`, property values set before stay.
  ///
  /// - Returns: Whether overrides are allowed; where they are not nothing happens.
  @discardableResult
  public func setEnabled(_ isEnabled: Bool, for key: String) -> Bool {
    edit(key) { override in
      override.isEnabled = isEnabled
      override.variation = nil
    }
  }

  /// Sets the name of a flag's outcome by hand; the flag stays on or off as it is.
  ///
  /// - Parameter variation: The name; an empty one or blanks mean `on` or `off`.
  /// - Returns: Whether overrides are allowed; where they are not nothing happens.
  @discardableResult
  public func setVariation(_ variation: String, for key: String) -> Bool {
    let words = variation.split(whereSeparator: \.isWhitespace)
    return edit(key) { $0.variation = words.isEmpty ? nil : words.joined(separator: " ") }
  }

  /// Sets the value of a property by hand.
  ///
  /// - Parameters:
  ///   - text: What a person typed; see ``FlagDebugProperty/value(from:as:)``.
  ///   - name: The property's exact name.
  ///   - type: What the value must be.
  ///   - key: The flag's exact key.
  /// - Returns: Whether overrides are allowed; where they are not nothing happens.
  /// - Throws: ``FlagDebugInputError`` when the text is no such value; nothing changes then.
  @discardableResult
  public func setProperty(
    _ text: String, for name: String, as type: PropertyType, of key: String
  ) throws(FlagDebugInputError) -> Bool {
    let value = try FlagDebugProperty.value(from: text, as: type)
    return edit(key) { $0.properties[name] = value }
  }

  /// Removes what is set by hand for one property; the flag stays set by hand.
  public func removeProperty(_ name: String, of key: String) {
    guard var override = flags.overrides.all[key] else { return }
    override.properties.removeValue(forName: name)
    flags.overrides.set(override, for: key)
    reload()
  }

  /// Removes what is set by hand for a flag.
  public func removeOverride(for key: String) {
    flags.overrides.set(nil, for: key)
    reload()
  }

  /// Removes everything that is set by hand on this device.
  public func removeAllOverrides() {
    flags.overrides.removeAll()
    reload()
  }

  /// Changes what is set by hand, which begins as what is in effect.
  private func edit(_ key: String, _ change: (inout FlagOverride) -> Void) -> Bool {
    let details = row(key)?.details
    var override =
      flags.overrides.all[key]
      ?? FlagOverride(isEnabled: details?.isEnabled ?? false, variation: details?.flag?.variation)
    change(&override)
    let isAllowed = flags.overrides.set(override, for: key)
    reload()
    return isAllowed
  }
}
