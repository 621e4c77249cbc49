/// What the SDK asks the operating system about the device; tests replace it to update it.
///
/// Everything may be called on any thread.
package protocol HostSystem: Sendable {
  /// The system's name, for example `iOS` or `Linux`.
  var osName: String { get }
  /// The system's version as up to three numbers, for example `17.4.1`.
  var osVersion: String { get }
  /// The device's model as its maker names it, for example `iPhone15,2`; nil where it has none.
  var deviceModel: String? { get }
  /// The person's language and region as a language tag, for example `de-CH`.
  var locale: String { get }
  /// The person's time zone by its name in the IANA database, for example `Europe/Zurich`.
  var timeZone: String { get }
}
