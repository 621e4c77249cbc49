import Foundation
import Serin

/// Asks for the parameters that hold for this installation.
///
/// The protocol is that of Remote Config's client libraries (firebase-ios-sdk, `RCNFetch` and `RCNConfigSettings`), with
/// the names of members in camel case as their Android counterpart writes them.
struct FetchRequest: Sendable {
  let configuration: FirebaseSource.Configuration
  /// The installation, with its token.
  let installation: Installation
  /// What Firebase is told of the user.
  let userProperties: JSONObject
  /// The mark of what is held, when that was fetched for the same user properties.
  let entityTag: String?

  /// What the SDK calls itself.
  static let sdkVersion = "serin:1"

  /// The request as it is sent.
  ///
  /// - Throws: ``RequestFailure`` when the configuration makes no address.
  func request() throws -> FlagRequest {
    let project = Self.escaped(configuration.projectID)
    let key = Self.escaped(configuration.apiKey)
    let text = "\(configuration.remoteConfigURL)/v1/projects/\(project)/namespaces/firebase:fetch?key=\(key)"
    guard let url = URL(string: text) else {
      throw RequestFailure.misconfigured("the project's id cannot stand in an address")
    }
    var headers = [
      "Content-Type": "application/json",
      "X-Goog-Firebase-Installations-Auth": installation.token?.text ?? "",
    ]
    if let entityTag, entityTag.fitsHeaderField() { headers["If-None-Match"] = entityTag }
    if let bundle = Bundle.main.bundleIdentifier { headers["X-Ios-Bundle-Identifier"] = bundle }
    return FlagRequest(
      method: "POST", url: url, headers: headers, body: Data(JSONValue.object(body).serialized()),
      timeout: configuration.effectiveTimeout)
  }

  private var body: JSONObject {
    let locale = configuration.host.locale
    var body: JSONObject = [
      "appId": .string(configuration.appID), "appInstanceId": .string(installation.id),
      "appInstanceIdToken": .string(installation.token?.text ?? ""), "sdkVersion": .string(Self.sdkVersion),
      "platformVersion": .string(configuration.host.osVersion), "languageCode": .string(locale),
      "timeZone": .string(TimeZone.current.identifier), "analyticsUserProperties": .object(userProperties),
    ]
    if let country = Self.country(ofLocale: locale) { body["countryCode"] = .string(country) }
    let described = [
      ("packageName", Bundle.main.bundleIdentifier), ("appVersion", Self.bundleText("CFBundleShortVersionString")),
      ("appBuild", Self.bundleText("CFBundleVersion")),
    ]
    for case (let name, let text?) in described { body[name] = .string(text) }
    return body
  }

  /// A text as a part of an address.
  static func escaped(_ text: String) -> String {
    var allowed = CharacterSet(charactersIn: "-._~")
    allowed.insert(charactersIn: "0"..."9")
    allowed.insert(charactersIn: "A"..."Z")
    allowed.insert(charactersIn: "a"..."z")
    return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }

  /// The region of a language tag: `CH` of `de-CH`.
  private static func country(ofLocale tag: String) -> String? {
    tag.split(separator: "-").dropFirst().last { $0.count == 2 && $0.allSatisfy(\.isUppercase) }.map(String.init)
  }

  private static func bundleText(_ key: String) -> String? {
    Bundle.main.object(forInfoDictionaryKey: key) as? String
  }
}
