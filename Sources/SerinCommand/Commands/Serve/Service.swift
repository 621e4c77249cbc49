import Foundation
import HTTP
import SerinFlags
import SerinLock
import Server
import Store
import StoreSQLite

/// A running server: the store, what it serves and the sockets.
struct Service {
  private let settings: ServeSettings
  private let console: Console
  private let store: SQLiteStore
  private let server: SerinServer
  private let sockets: HTTPServer
  private let streams: EventStreams
  private let signals: SignalWatcher
  private let draining: DrainFlag
  /// How often what is due now and then is done, in seconds.
  private static let maintenanceInterval = 60.0

  /// Opens the data, does what a first start needs, and makes everything ready to listen.
  static func open(_ settings: ServeSettings, _ call: CommandCall) async throws(CommandFailure) -> Service {
    try createFolder(settings.folder)
    let hasData = FileManager.default.fileExists(atPath: settings.folder + "/config.db")
    let key = try MasterKey(path: settings.masterKey, mayCreate: !hasData)
    let store: SQLiteStore
    do throws(StoreError) {
      store = try await SQLiteStore.open(folder: settings.folder, auditKey: key.derived(for: "audit"))
    } catch {
      throw CommandFailure(error)
    }
    do throws(CommandFailure) {
      try await FirstStartReport(settings, call).run(on: store)
      return try await Service(settings, console: call.console, store: store, key: key)
    } catch {
      await store.close()
      throw error
    }
  }

  private init(
    _ settings: ServeSettings, console: Console, store: SQLiteStore, key: MasterKey
  ) async throws(CommandFailure) {
    self.settings = settings
    self.console = console
    self.store = store
    do throws(HTTPServerError) { signals = try SignalWatcher() } catch { throw Self.failure(error) }
    let draining = DrainFlag()
    self.draining = draining
    var options = SerinServer.Configuration(
      version: VersionCommand.version, validatorKey: Array(key.derived(for: "validators").prefix(16)),
      sealingKey: key.derived(for: "sealing"), clock: { Int64(Date().timeIntervalSince1970 * 1000) },
      isDraining: { draining.isSet },
      listsFlags: !settings.hidesFlags, log: Self.log)
    options.trustedProxies = settings.trustedProxies
    streams = EventStreams(configuration: settings.streams.streams)
    options.eventStreams = streams
    options.egressBytesPerSecond = settings.streams.egressBytesPerSecond
    options.usageVersionDays = settings.usageVersionDays
    let server: SerinServer
    do throws(StoreError) {
      server = try await SerinServer(store: store, events: store.events, configuration: options)
    } catch {
      throw CommandFailure(error)
    }
    self.server = server
    var configuration = HTTPServerConfiguration(addresses: settings.addresses)
    configuration.loops = settings.loops
    configuration.limits = settings.limits
    configuration.bodyLimit = { server.bodyLimit($0, $1, $2) }
    configuration.streamsBody = { server.streamsBody($0, $1, $2) }
    configuration.refusalResponse = { Problem($0).response }
    configuration.eventStreams = streams
    sockets = HTTPServer(configuration: configuration) { request in await server.respond(to: request) }
  }

  /// Serves until a signal says to stop, then finishes what is running.
  func serve() async throws(CommandFailure) {
    do throws(HTTPServerError) { try sockets.start() } catch { throw Self.failure(error) }
    for address in sockets.addresses {
      remark("listening on http://\(address)")
      if !address.isLoopback {
        remark(
          "this address can be reached from other machines and tokens are sent in clear text: put a proxy with TLS before it"
        )
      }
    }
    let schedules = Task { [server] in await server.runSchedules() }
    defer { schedules.cancel() }
    let announcements = Task { [server] in await server.runAnnouncements() }
    defer { announcements.cancel() }
    let maintenance = Task { [server] in
      while !Task.isCancelled {
        try? await Task.sleep(nanoseconds: UInt64(Self.maintenanceInterval * 1e9))
        await server.maintain()
      }
    }
    defer { maintenance.cancel() }
    let anchors = Task { [store, path = settings.auditAnchors] in
      await AnchorLog(store: store, path: path, log: Self.log).run()
    }
    let signal = await signals.wait()
    anchors.cancel()
    draining.set()
    try console.remark(
      "\(signal == .interrupt ? "interrupted" : "terminated"): finishing what is running; a second signal ends at once")
    if settings.drainDelay > 0 { try? await Task.sleep(nanoseconds: UInt64(settings.drainDelay * 1e9)) }
    // Few clients need no spreading; a hundred a second come back without harm.
    let streamTime = min(settings.gracePeriod, Double(streams.counts.open) / 100)
    await sockets.stop(gracePeriod: settings.gracePeriod, closingStreamsOver: streamTime)
  }

  /// A start that did not come about.
  private static func failure(_ error: HTTPServerError) -> CommandFailure {
    let advice = error.address == nil ? "Keys" : "Choose another one with --listen; keys"
    return CommandFailure(
      exit: .unavailable, code: "listen", message: "\(error) \(advice) that were printed above stay valid.")
  }

  /// Tells the operator something from any task.
  private static let log: @Sendable (String) -> Void = { text in
    try? FileDescriptorSink(STDERR_FILENO).write(Array("serin: \(text)\n".utf8))
  }

  /// Tells the operator something; a terminal that has gone away must not stop the server.
  private func remark(_ text: String) { try? console.remark(text) }

  /// Writes down what is not written yet, and lets go of the data.
  func close() async {
    await server.maintain()
    await store.close()
  }

  private static func createFolder(_ path: String) throws(CommandFailure) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw CommandFailure(
        exit: .cannotCreate, code: "notWritable",
        message: "cannot create the folder \(path): \(error.localizedDescription)")
    }
  }
}

/// Whether the server is on its way out.
final class DrainFlag: Sendable {
  private let flag = Lock(false)
  var isSet: Bool { flag.withLock { $0 } }
  func set() { flag.withLock { $0 = true } }
}
