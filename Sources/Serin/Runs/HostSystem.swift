/// What the SDK asks the operating system about the device and its processes; tests replace it to update and restart.
///
/// Everything may be called on any thread.
package protocol HostSystem: Sendable {
  /// The kernel's name for the time since the device started; nil where there is none.
  var bootID: String? { get }
  /// The system's name, for example `iOS` or `Linux`.
  var osName: String { get }
  /// The system's version as up to three numbers, for example `17.4.1`.
  var osVersion: String { get }
  /// The device's model as its maker names it, for example `iPhone15,2`; nil where it has none.
  var deviceModel: String? { get }
  /// The person's language and region as a language tag, for example `de-CH`.
  var locale: String { get }
  /// The number of this process.
  var processID: Int32 { get }
  /// When a process started, in the kernel's own unit; nil when there is no such process or the kernel does not tell.
  func processStart(_ id: Int32) -> UInt64?
}
