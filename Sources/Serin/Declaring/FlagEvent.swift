/// Something that happened with a flag, for the app's own analytics.
///
/// Names and parameters are written as analytics systems write them, in snake case. An event never holds an id of a
/// person or device.
public struct FlagEvent: Sendable, Hashable {
  /// What happened, for example `kill_switch_fallback`.
  public let name: String
  /// What it happened with, for example `flag_key`.
  public let parameters: JSONObject

  /// Creates an event.
  public init(name: String, parameters: JSONObject = [:]) {
    self.name = name
    self.parameters = parameters
  }
}
