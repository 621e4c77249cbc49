import SerinFlags
import Server

/// `serin serve`: the server with its embedded database.
enum ServeCommand: Command {
  static let data = OptionSpec.value(
    "data", "DIR", variable: "SERIN_DATA", fallback: "serin-data",
    help: "Folder of the database; created when it is not there.")
  static let masterKey = OptionSpec.value(
    "master-key", "FILE", variable: "SERIN_MASTER_KEY_FILE",
    help: "File of the master key (default: master.key in the data folder); made on the first start.")
  static let listen = OptionSpec.value(
    "listen", "HOST:PORT", repeats: true, variable: "SERIN_LISTEN", fallback: "127.0.0.1:8080",
    help: "Address to listen on; an IPv6 one in brackets. May be given more than once.")
  static let seed = OptionSpec.value(
    "seed", "FILE", help: "Ruleset document whose project and flags are created in an empty store.")
  static let newAdminToken = OptionSpec.flag(
    "new-admin-token", help: "Print another admin token: the way back when the first one was lost.")
  static let loops = OptionSpec.value(
    "loops", "N", variable: "SERIN_LOOPS", help: "Threads that answer requests, 1 to 64 (default: one per processor).")
  static let headerTimeout = OptionSpec.value(
    "header-timeout", "SECONDS", variable: "SERIN_HEADER_TIMEOUT", fallback: "10",
    help: "How long a client may take to send a request's header.")
  static let requestTimeout = OptionSpec.value(
    "request-timeout", "SECONDS", variable: "SERIN_REQUEST_TIMEOUT", fallback: "30",
    help: "How long a whole request may take.")
  static let drainDelay = OptionSpec.value(
    "drain-delay", "SECONDS", variable: "SERIN_DRAIN_DELAY", fallback: "0",
    help: "How long to go on serving after a stop signal while /readyz says no, for load balancers to notice.")
  static let gracePeriod = OptionSpec.value(
    "grace-period", "SECONDS", variable: "SERIN_GRACE_PERIOD", fallback: "10",
    help: "How long requests that are running may take to finish after that.")
  static let hidesFlags = OptionSpec.flag(
    "hide-flags", help: "Do not list the flags on the page at /, not even for this machine: for use behind a proxy.")
  static let trustedProxies = OptionSpec.value(
    "trusted-proxy", "CIDR", repeats: true, variable: "SERIN_TRUSTED_PROXIES",
    help: "Address or range, such as 10.0.0.0/8, of a proxy whose X-Forwarded-For tells where requests come from; or "
      + "several, with commas.")
  static let auditAnchors = OptionSpec.value(
    "audit-anchors", "FILE", variable: "SERIN_AUDIT_ANCHORS",
    help: "Also add the ends of the audit log to this file every hour; keep it where the database's owner cannot write."
  )

  static let usageVersionDays = OptionSpec.value(
    "usage-version-days", "DAYS", variable: "SERIN_USAGE_VERSION_DAYS",
    fallback: "\(SerinServer.Configuration.standardUsageVersionDays)",
    help: "After how many days without a use, 7 to 730, the use of flags counts a version of an app among earlier ones."
  )

  static let description = CommandDescription(
    "serve", summary: "Run the server.",
    discussion: [
      """
      On the first start it creates a project with the environments development, staging and production, and prints a \
      client key, an admin token and a secret for making the first account as lines for a shell. The last two are shown \
      this once. Keep a copy of the master key apart from backups of the folder: without it the data cannot be opened.
      """,
      """
      SIGTERM and SIGINT stop it: requests that are running are finished first. A second one ends it at once. It ends \
      with 69 when the store or an address cannot be used, 73 when the folder cannot be written, 75 when another \
      process has the folder, 76 when a newer version wrote it, 78 when the seed or the master key is not usable.
      """,
    ],
    options: [
      data, masterKey, listen, seed, newAdminToken, loops, headerTimeout, requestTimeout, drainDelay, gracePeriod,
      hidesFlags, trustedProxies, auditAnchors, usageVersionDays,
    ] + StreamSettings.options,
    examples: [
      ("serin serve", "Serves ./serin-data on http://127.0.0.1:8080."),
      ("serin serve --data /var/lib/serin --listen [::]:8080", "Serves on every address of the machine."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let settings = try ServeSettings(call)
    let service = try await Service.open(settings, call)
    do throws(CommandFailure) {
      try await service.serve()
    } catch {
      await service.close()
      throw error
    }
    await service.close()
    return .done
  }
}
