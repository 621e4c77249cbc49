/// What the SDK says of the device and the app by itself, so that rules can ask for it.
///
/// | attribute | example | |
/// |---|---|---|
/// | `appVersion` | `5.2.1` | the configuration's ``FeatureFlags/Configuration/applicationVersion`` |
/// | `appBuild` | `731` | its ``FeatureFlags/Configuration/applicationBuild`` |
/// | `osName` | `iOS` | `iOS`, `macOS`, `tvOS`, `watchOS`, `visionOS`, `Linux` |
/// | `osVersion` | `17.4.1` | three numbers, to compare as a version |
/// | `deviceModel` | `iPhone15,2` | absent where the maker names none |
/// | `locale` | `de-CH` | the person's language and region, as a language tag |
/// | `language` | `de` | the first part of it |
/// | `timeZone` | `Europe/Zurich` | by its name in the IANA database |
///
/// Nothing here tells one device from others of its kind. An attribute of the same name that the app gives counts instead.
enum DeviceAttributes {
  /// The attributes as they are now; empty when the app does not want them.
  static func current(_ configuration: FeatureFlags.Configuration) -> JSONObject {
    guard configuration.collectsDeviceAttributes else { return [:] }
    let host = configuration.host
    let locale = host.locale
    let values: [(String, String?)] = [
      ("appVersion", configuration.applicationVersion), ("appBuild", configuration.applicationBuild),
      ("osName", host.osName), ("osVersion", host.osVersion), ("deviceModel", host.deviceModel), ("locale", locale),
      ("language", locale.split(separator: "-").first.map(String.init)), ("timeZone", host.timeZone),
    ]
    var attributes = JSONObject()
    for case (let name, let value?) in values where !value.isEmpty { attributes[name] = .string(value) }
    return attributes
  }
}

extension EngineState {
  /// Puts the context's attributes together anew: the device's, and over them the app's own.
  ///
  /// - Returns: Whether that made a difference.
  @discardableResult
  mutating func describe() -> Bool {
    let attributes = deviceAttributes.overlaid(with: givenAttributes)
    guard attributes != context.attributes else { return false }
    context.attributes = attributes
    return true
  }
}

extension JSONObject {
  /// The same with another object's members added, which count where both have a name.
  func overlaid(with other: JSONObject) -> JSONObject {
    var result = self
    for (name, value) in other { result[name] = value }
    return result
  }
}
