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
      /// Reads what the application stored; never asks the server and never writes but what was seen, for the application
      /// to send.
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
    /// The app's version, which the attribute `appVersion` and reports of crashes carry; by default the main bundle's.
    ///
    /// nil where there is no bundle, as on Linux: set it there. A version that differs from the previous run's tells that
    /// the app was updated.
    public var applicationVersion = mainBundleText("CFBundleShortVersionString")
    /// The app's build; by default the main bundle's.
    public var applicationBuild = mainBundleText("CFBundleVersion")
    /// Whether the context gets a random device id of the SDK's own when the app gives none.
    ///
    /// It is kept on the device, not in backups, and belongs to this app only.
    public var mintsDeviceID = true
    /// Whether the context gets attributes of the device and the app: `appVersion`, `appBuild`, `osName`, `osVersion`,
    /// `deviceModel`, `locale`, `language` and `timeZone`.
    ///
    /// Attributes of these names that the app gives count instead. They are looked at again when a session begins.
    public var collectsDeviceAttributes = true
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
    /// Those that people were exposed to in two runs in a row, both of which died within ten seconds in front of a person.
    /// It holds for releases, experiments and flags that are not declared, until the server has given a new answer.
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
    /// What is known of processes; by default what the system says when it is asked.
    var processes: ProcessTable {
      get { givenProcesses ?? .system }
      set { givenProcesses = newValue }
    }
    private var givenProcesses: ProcessTable?
    /// Where the bits of ids come from; tests replace it.
    var randomBits: @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }

    /// The operating system; tests update and restart it.
    package var host: any HostSystem = SystemHost()
    /// Numbers from 0 up to, but not including, 1, for waits that keep devices apart; tests choose them.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }

    /// Asks for time for what is under way when the app leaves the foreground; what it gives says that it is done.
    package var beginBackgroundActivity: @Sendable () -> @Sendable () -> Void = { BackgroundActivity.begin() }

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

/// A text of the main bundle's information, if it has one.
private func mainBundleText(_ key: String) -> String? {
  Bundle.main.object(forInfoDictionaryKey: key) as? String
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
