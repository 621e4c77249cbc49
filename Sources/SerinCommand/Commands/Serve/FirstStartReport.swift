import SerinFlags
import Server
import Store
import StoreSQLite

/// Does what a first start needs and shows what was made, since the secrets are kept nowhere.
struct FirstStartReport {
  private let settings: ServeSettings
  private let call: CommandCall

  init(_ settings: ServeSettings, _ call: CommandCall) {
    self.settings = settings
    self.call = call
  }

  /// Sets an empty store up; of a store that is in use it only makes another admin token when that is asked for.
  func run(on store: any ConfigurationStore) async throws(CommandFailure) {
    let isEmpty: Bool
    do throws(StoreError) { isEmpty = try await store.projects().isEmpty } catch { throw CommandFailure(error) }
    var seed: JSONValue?
    if let name = settings.seed {
      if isEmpty {
        do throws(CommandFailure) { seed = try call.document(in: name) } catch { throw error.asConfiguration }
      } else {
        remark("\(name) is not used: \(settings.folder) has data already")
      }
    }
    let result: FirstStart.Result
    do throws(Problem) {
      result = try await FirstStart(store: store).run(seed: seed, newAdminToken: settings.makesAdminToken)
    } catch {
      throw CommandFailure(error, seed: seed == nil ? nil : settings.seed)
    }
    try show(result, isSeeded: seed != nil)
    if isEmpty { try await showSetup(on: store) }
  }

  /// Makes and shows the secret with which the first account is made.
  private func showSetup(on store: any ConfigurationStore) async throws(CommandFailure) {
    let secret: String?
    do throws(Problem) { secret = try await SetupService(store: store, clock: StoreClock.system).makeLink() } catch {
      throw CommandFailure(error, seed: nil)
    }
    guard let secret else { return }
    remark("a secret for making the first account, good once and for 15 minutes (docs/people-and-tokens.md):")
    try call.console.print("export SERIN_SETUP=\(secret)")
    try call.console.flush()
  }

  private func show(_ result: FirstStart.Result, isSeeded: Bool) throws(CommandFailure) {
    if let project = result.projectKey {
      let flags = isSeeded ? " with \(result.flags) flags" : ""
      remark("created project \"\(project)\"\(flags) in \(settings.folder)")
    }
    if let key = result.clientKey {
      remark("a client key for \(result.environmentKey); it is public and \"serin keys list\" shows it again:")
      try call.console.print("export SERIN_CLIENT_KEY=\(key)")
    }
    if let token = result.adminToken {
      // What is waiting goes out first, so that the lines stand in their order on a terminal.
      try call.console.flush()
      remark("an admin token; it is shown only now, so keep it:")
      try call.console.print("export SERIN_TOKEN=\(token)")
    }
    try call.console.flush()
  }

  private func remark(_ text: String) { try? call.console.remark(text) }
}
