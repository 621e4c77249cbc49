import Foundation
import Serin
import SerinLock

extension RemoteConfigClient {
  /// What to do for an answer.
  private enum Step: Sendable {
    /// What is held is answer enough.
    case held(FetchedConfig)
    /// Firebase must not be asked yet.
    case refused(RequestFailure)
    /// Firebase is asked; the number tells the fetches apart.
    case fetch(UInt64, held: FetchedConfig?)
  }

  /// The flags of a context, fetched when it is time to.
  ///
  /// - Throws: `FeatureFlagsError` or `CancellationError`.
  func answer(for context: FlagContext) async throws -> FlagAnswer {
    loadConfig()
    let userProperties = configuration.userProperties(of: context)
    switch step(for: userProperties) {
    case .held(let config): return decide(config, for: context)
    case .refused(let failure): throw FeatureFlagsError(failure)
    case .fetch(let number, let held):
      do {
        try checkConfiguration()
        let answer = try await fetch(userProperties, held: held)
        return decide(try take(answer, of: number, for: userProperties), for: context)
      } catch let error as CancellationError {
        throw error
      } catch {
        try Task.checkCancellation()
        throw FeatureFlagsError(note(RequestFailure(error)))
      }
    }
  }

  private func step(for userProperties: JSONObject) -> Step {
    // Before the lock is taken: the clock may be the app's own code.
    let (now, uptime) = (configuration.clock.now, configuration.clock.uptime)
    let interval = configuration.effectiveFetchInterval
    return state.withLock { state in
      let isRedrawDue = state.isRedrawDue
      state.isRedrawDue = false
      let held = state.config.flatMap { $0.userProperties == userProperties ? $0 : nil }
      if let held, isRedrawDue || held.isYounger(than: interval, now: now, uptime: uptime) { return .held(held) }
      if let failure = state.backOff.refusal(at: uptime) { return .refused(failure) }
      state.lastFetch += 1
      return .fetch(state.lastFetch, held: held)
    }
  }

  /// Sends what is needed for one answer; what is learnt of the installation is kept whatever comes of the rest.
  private func fetch(_ userProperties: JSONObject, held: FetchedConfig?) async throws -> FetchAnswer {
    let service = InstallationService(configuration: configuration)
    var installation = try await service.authorised(try knownInstallation())
    keep(installation)
    var response = try await send(installation, userProperties, held)
    if response.status == 401 {
      // The token was withdrawn before its time: once more with another one.
      installation.token = nil
      installation = try await service.authorised(installation)
      keep(installation)
      response = try await send(installation, userProperties, held)
    }
    return try FetchAnswer(response)
  }

  private func send(
    _ installation: Installation, _ userProperties: JSONObject, _ held: FetchedConfig?
  ) async throws -> FlagResponse {
    let request = FetchRequest(
      configuration: configuration, installation: installation, userProperties: userProperties,
      entityTag: held?.entityTag)
    return try await configuration.transport.send(try request.request())
  }

  private func checkConfiguration() throws {
    for (name, value) in [
      ("project's id", configuration.projectID), ("app's id", configuration.appID), ("API key", configuration.apiKey),
    ] where value.isEmpty {
      throw RequestFailure.misconfigured("the \(name) is empty")
    }
  }

  /// Remembers a failure, and says how long it keeps Firebase from being asked.
  private func note(_ failure: RequestFailure) -> RequestFailure {
    let (uptime, random) = (configuration.clock.uptime, configuration.random())
    return state.withLock { state in
      state.backOff.failed(failure, at: uptime, random: random)
      return failure.isBackOff ? state.backOff.refusal(at: uptime) ?? failure : failure
    }
  }
}

extension FeatureFlagsError {
  /// A failure as a client reports it.
  fileprivate init(_ failure: RequestFailure) {
    self.init(code: failure.status, message: failure.message, retryAfter: failure.retryAfter)
  }
}
