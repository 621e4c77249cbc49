/// A value that a flag carries, as the app's code knows it: its name, its type and its default.
///
/// ```swift
/// let maxItems = FlagProperty(.newCheckout, "max_items", default: 3)
/// let limit = flags.value(maxItems)
/// ```
///
/// The default says which type the value has. Where it is a bare literal inside a larger expression, say the type yourself,
/// `FlagProperty<Double>(…)`, since a literal can also be a ``JSONValue``.
public struct FlagProperty<Value: FlagValue>: Sendable {
  /// The flag that carries the value.
  public let flag: FlagKey
  /// The property's exact name.
  public let name: String
  /// The answer when the flag or the property is missing, or the value is of another type.
  public let defaultValue: Value

  /// Declares a property.
  ///
  /// - Parameters:
  ///   - flag: The flag that carries the value.
  ///   - name: The property's exact name.
  ///   - defaultValue: The answer when the flag or the property is missing, or the value is of another type.
  public init(_ flag: FlagKey, _ name: String, default defaultValue: Value) {
    self.flag = flag
    self.name = name
    self.defaultValue = defaultValue
  }
}
