import SerinFlags

/// Which flags a key sees and which web pages may use it, as the options of `serin keys create` and `update` say it.
enum KeyScopeOptions {
  static let flags = OptionSpec.value(
    "flag", "PATTERN", repeats: true,
    help: "Flag that the key sees, or the beginning of flags with * behind, such as \"checkout_*\"; may be repeated.")
  static let origins = OptionSpec.value(
    "origin", "ORIGIN", repeats: true,
    help: "Origin of web pages that may use a client key, such as https://app.example.com; may be repeated.")

  /// The members of a request that the options ask for.
  static func body(_ call: CommandCall) -> JSONObject {
    var body: JSONObject = [:]
    body["flags"] = call.list(flags)
    body["origins"] = call.list(origins)
    return body
  }
}
