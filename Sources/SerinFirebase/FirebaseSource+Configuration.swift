public import Foundation
public import Serin

extension FirebaseSource {
  /// What the source needs to know, and the seams that tests replace.
  public struct Configuration: Sendable {
    /// How the users of a percentage are drawn.
    public enum Draw: Sendable, Hashable {
      /// SHA-256 of `<user id>-<flag key>`, its first four bytes modulo 1000: the draw of apps that evaluate such
      /// parameters themselves, whose groups therefore stay.
      case sha256Prefix
      /// Serin's own draw with the flag's key as its salt, in millionths of a percent.
      case sha256
    }

    /// The project's id, as in `shop-1234`.
    public var projectID: String
    /// The app's id in the project, as in `1:123:ios:abc`.
    public var appID: String
    /// The project's API key for this app.
    public var apiKey: String
    /// The source's name, which flags have as their origin.
    public var name = "firebase"
    /// Within so many seconds of an answer Firebase is not asked again; 0 asks every time, the default is 3600.
    ///
    /// At most 12 hours count, since flags are used for 24. A number that is negative or not finite means the default.
    public var minimumFetchInterval: TimeInterval = defaultFetchInterval
    /// Seconds until one request is given up; zero, a negative or an infinite number means the default of 10 seconds.
    ///
    /// The client's own timeout limits everything that is done for one answer. It has nothing to do with how long flags
    /// are used.
    public var requestTimeout: TimeInterval = defaultRequestTimeout
    /// The folder for the installation and for what was fetched; nil keeps both in memory.
    ///
    /// Without one every launch registers another installation with Firebase.
    public var folder: URL?
    /// The parameters that a flag carries as properties, by the flag's key.
    ///
    /// They have the parameters' names and are there whether the flag is on or off. A parameter that is named here is never
    /// a flag itself. A flag that has no parameter of its own is off.
    public var properties: [String: [String]] = [:]
    /// The names of the attributes that are sent to Firebase as user properties, for the conditions of its console.
    ///
    /// By default none are: nothing of the context leaves the device. Text, numbers and booleans are sent. When one of them
    /// changes Firebase is asked again at once.
    public var userProperties: [String] = []
    /// How the users of a percentage are drawn.
    public var draw: Draw = .sha256Prefix
    /// Where the time comes from.
    public var clock: any FlagClock = SystemClock()
    /// What sends the requests.
    public var transport: any FlagTransport = URLSessionTransport()

    /// The address of Firebase Installations; tests replace it.
    package var installationsURL = "https://firebaseinstallations.googleapis.com"
    /// The address of Firebase Remote Config; tests replace it.
    package var remoteConfigURL = "https://firebaseremoteconfig.googleapis.com"
    /// The files of the system; tests make them fail.
    package var files: any StorageFiles = SystemFiles()
    /// The operating system, as requests describe it.
    package var host: any HostSystem = SystemHost()
    /// Numbers from 0 up to, but not including, 1, for waits that keep devices apart; tests choose them.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    static let defaultFetchInterval: TimeInterval = 3600
    static let longestFetchInterval: TimeInterval = 12 * 3600
    static let defaultRequestTimeout: TimeInterval = 10

    /// Creates a configuration; the three are in the app's `GoogleService-Info.plist` as `PROJECT_ID`, `GOOGLE_APP_ID` and
    /// `API_KEY`.
    public init(projectID: String, appID: String, apiKey: String) {
      self.projectID = projectID
      self.appID = appID
      self.apiKey = apiKey
    }
  }
}

extension FirebaseSource.Configuration {
  /// The interval that is honoured.
  var effectiveFetchInterval: TimeInterval {
    guard minimumFetchInterval.isFinite, minimumFetchInterval >= 0 else { return Self.defaultFetchInterval }
    return min(minimumFetchInterval, Self.longestFetchInterval)
  }

  /// The timeout that is honoured.
  var effectiveTimeout: TimeInterval {
    requestTimeout.isFinite && requestTimeout > 0 ? requestTimeout : Self.defaultRequestTimeout
  }

  /// What Firebase is told of the context, byte for byte the same for the same attributes.
  func userProperties(of context: FlagContext) -> JSONObject {
    var properties = JSONObject()
    for name in userProperties.sorted() {
      switch context.attributes[name] {
      case .string(let text)?: properties[name] = .string(text)
      case .bool(let value)?: properties[name] = .string(value ? "true" : "false")
      case .number(let number)?: properties[name] = .string(JSONValue.number(number).text())
      case .null?, .array?, .object?, nil: continue
      }
    }
    return properties
  }
}
