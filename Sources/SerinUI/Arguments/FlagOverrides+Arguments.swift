public import Serin

extension FlagOverrides {
  /// Sets flags as the launch arguments say, for example those of an Xcode scheme.
  ///
  /// Each flag is a pair of arguments:
  ///
  /// ```
  /// -serin-flag new_checkout=on
  /// -serin-flag checkout_layout=on:treatment
  /// -serin-flag checkout_layout={"isEnabled":true,"variation":"b","properties":{"columns":3}}
  /// -serin-flag new_checkout=none
  /// ```
  ///
  /// `none` removes what was set by hand. As all overrides they stay until they are removed, and have an effect only
  /// where overrides are allowed.
  ///
  /// - Parameter arguments: The arguments of the process, as `CommandLine.arguments` has them.
  /// - Returns: What is wrong with the arguments, for a developer; the others are used all the same.
  @discardableResult
  public func apply(arguments: [String]) -> [String] {
    var problems: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument == Self.argumentName else { continue }
      guard let text = rest.popFirst() else {
        problems.append("\(Self.argumentName) has no value")
        break
      }
      guard let (key, override) = Self.assignment(text) else {
        problems.append("\(Self.argumentName) \(text): expected key=on, key=off, key=on:variation, key=none or JSON")
        continue
      }
      guard set(override, for: key) else { return problems + ["overrides are not allowed here"] }
    }
    return problems
  }

  private static let argumentName = "-serin-flag"

  /// The key and the override that a text names; nil when it is none.
  private static func assignment(_ text: String) -> (key: String, override: FlagOverride?)? {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
    let (key, value) = (String(text[..<equals]), text[text.index(after: equals)...])
    if value == "none" { return (key, nil) }
    if value.first == "{" { return override(parsing: value).map { (key, $0) } }
    let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let state = parts.first, state == "on" || state == "off", parts.last?.isEmpty == false else { return nil }
    return (key, FlagOverride(isEnabled: state == "on", variation: parts.count > 1 ? String(parts[1]) : nil))
  }

  private static func override(parsing text: Substring) -> FlagOverride? {
    guard let object = (try? JSONValue(parsing: text.utf8))?.objectValue, let isEnabled = object["isEnabled"]?.boolValue
    else { return nil }
    let properties = object["properties"]
    guard properties == nil || properties?.objectValue != nil else { return nil }
    return FlagOverride(
      isEnabled: isEnabled, variation: object["variation"]?.stringValue, properties: properties?.objectValue ?? [:])
  }
}
