public import Foundation

extension FeatureFlags {
  /// What a client needs to know, and the seams that tests replace.
  public struct Configuration: Sendable {
    /// Where answers are kept between runs.
    public enum Storage: Sendable, Hashable {
      /// The platform's folder for data an app can make again.
      ///
      /// Application Support on Apple platforms (Caches on tvOS), `$XDG_STATE_HOME` or `~/.local/state` on Linux. Where
      /// there is none, memory.
      case automatic
      /// The folder that an app and its extensions share, by the app group's identifier; memory where there are no groups.
      case appGroup(String)
      /// A folder of your choice.
      case directory(URL)
      /// Nowhere: every run starts without flags.
      case memory
    }

    /// What kind of process this is.
    public enum Role: Sendable, Hashable {
      /// An app extension when the main bundle is one, else an application.
      case automatic
      /// Asks the server and stores its answers.
      case application
      /// Reads what the application stored; never asks the server and never writes.
      case appExtension
    }

    /// The server's address, with a path when it is behind a reverse proxy.
    public var baseURL: URL
    /// The project's public id.
    public var applicationCode: String
    /// The client key, which names the environment.
    public var clientKey: String
    /// Who is asking, for the first request: give what is known at the start here, so that the first answer is right.
    public var context: FlagContext
    /// Where answers are kept between runs.
    public var storage: Storage = .automatic
    /// What kind of process this is.
    public var role: Role = .automatic
    /// Seconds until a request is given up; zero, a negative or an infinite number means the default of 10 seconds.
    ///
    /// It has nothing to do with how long an answer is used: that is 24 hours.
    public var requestTimeout: TimeInterval = defaultRequestTimeout
    /// Whether ``FeatureFlags/refresh()`` asks at most once in five minutes while the stored flags are valid.
    ///
    /// Switch it off in tests and debug builds only.
    public var isRefreshThrottled = true
    /// Whether the server's announcements of changes are listened to while the app is in the foreground.
    ///
    /// Without them changes arrive with the hourly request.
    public var isStreaming = true
    /// The flags that the app declares; their kind, default and stability count wherever their key is read.
    public var declared: [FlagKey] = []
    /// How long a flag that is not declared keeps the value that was read first.
    public var stability: FlagStability = .live
    /// Who says that a person reached the code behind a flag that is not declared.
    public var impressions: ImpressionPolicy = .manual
    /// Whether values may be set by hand on this device; see ``FeatureFlags/overrides``.
    ///
    /// Leave it off in what is shipped. Where it is off, values that were set earlier have no effect either.
    public var allowsOverrides = false
    /// Whether flags that the app crashed with right after its last starts go back to their default.
    ///
    /// It holds for releases and experiments, until the server has given a new answer.
    public var guardsAgainstCrashLoops = true
    /// Where the time comes from.
    public var clock: any FlagClock = SystemClock()
    /// What sends the requests.
    public var transport: any FlagTransport = URLSessionTransport()
    /// What tells when the app comes and goes; by default the platform's own.
    public var lifecycle: any FlagLifecycle
    /// Is told what a developer may want to know; nil, the default, keeps silent.
    ///
    /// Called from any thread, never while a flag is being read.
    public var log: (@Sendable (FlagLogMessage) -> Void)?
    /// Is told what happens with flags, for the app's own analytics; nil, the default, tells nobody.
    ///
    /// Called from any thread, never while a flag is being read.
    public var onEvent: (@Sendable (FlagEvent) -> Void)?

    /// The files of the system; tests make them fail.
    package var files: any StorageFiles = SystemFiles()

    /// Numbers from 0 up to, but not including, 1, for waits that keep devices apart; tests choose them.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    static let defaultRequestTimeout: TimeInterval = 10

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - baseURL: The server's address.
    ///   - applicationCode: The project's public id.
    ///   - clientKey: The client key.
    ///   - context: Who is asking.
    public init(baseURL: URL, applicationCode: String, clientKey: String, context: FlagContext = FlagContext()) {
      self.baseURL = baseURL
      self.applicationCode = applicationCode
      self.clientKey = clientKey
      self.context = context
      lifecycle = automaticLifecycle()
    }
  }
}

extension FeatureFlags.Configuration {
  /// The timeout that is honoured.
  var effectiveTimeout: TimeInterval {
    requestTimeout.isFinite && requestTimeout > 0 ? requestTimeout : Self.defaultRequestTimeout
  }

  /// Whether this process may only read what another one stored.
  var isAppExtension: Bool {
    switch role {
    case .application: false
    case .appExtension: true
    case .automatic: Bundle.main.bundleURL.pathExtension == "appex"
    }
  }
}
