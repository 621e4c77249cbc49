import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct ProtectionTests {
  /// A bench whose production is protected, with a killed flag, an archived one and a segment in it.
  static func bench() async throws -> PlanBench {
    let bench = try await PlanBench()
    let ann = try bench.person("setup")
    let place = try bench.place()
    _ = try await bench.flags.setKilled(true, "welcome_text", in: place, by: ann, reason: "")
    _ = try await bench.flags.create(
      "old", document: ["kind": "ops", "owner": "me"], in: place, by: ann, reason: "")
    try await bench.flags.setArchived(
      true, "old", in: place.project, by: ann, reason: "")
    _ = try await bench.flags.create(
      "dropped", document: ["kind": "ops", "owner": "me"], in: place, by: ann, reason: "")
    try await bench.flags.setDeleted(true, "dropped", in: place.project, by: ann, reason: "")
    try await bench.edit(["description": "changed", "default": "on"])
    try await bench.flags.perform(
      .apply(document: ["schema": 1, "flags": [:], "segments": ["beta": ["list": ["ann"]]]], removedSegments: []),
      in: place, by: ann, reason: "")
    try await bench.flags.perform(
      .apply(document: ["schema": 1, "flags": [:], "segments": ["beta": ["list": ["alice"]]]], removedSegments: []),
      in: place, by: ann, reason: "")
    try await bench.protect()
    return bench
  }

  /// Takes over what staging gives to whom.
  static let promotion = PlannedOperation.promote(
    PlannedPromotion(from: "staging", flags: ["new_checkout"], parts: [.targeting], bringsSegments: false))

  static let writes: [PlannedOperation] = [
    .create(
      flag: "new",
      document: [
        "kind": "release", "owner": "me", "variations": ["off": ["enabled": false], "on": ["enabled": true]],
        "off": "off", "default": "on",
      ]),
    .replace(flag: "new_checkout", FlagPatch(content: .members(["default": "off"]), base: nil)),
    .setKilled(false, flag: "welcome_text"), .setArchived(true, flag: "new_checkout"),
    .setArchived(false, flag: "old"), .setDeleted(true, flag: "new_checkout"), .setDeleted(false, flag: "dropped"),
    .restore(flag: "new_checkout", VersionPair(fields: 1, item: 1)),
    .restoreSegment("beta", VersionPair(fields: 1, item: 1)), promotion,
    .apply(document: ["schema": 1, "flags": [:], "segments": ["beta": ["list": ["bob"]]]], removedSegments: []),
    .apply(document: ["schema": 1, "flags": [:]], removedSegments: ["beta"]),
  ]

  @Test(arguments: writes)
  func everyWriteByAnybodyIsRefusedAndSaysHowToProposeIt(write: PlannedOperation) async throws {
    let bench = try await Self.bench()
    let place = try bench.place()
    let rows = try await bench.audit().count
    let revision = place.environment.revision
    let everything = Access(actor: "token:root", reach: .instance)
    for caller in [
      try bench.person("ann"), try bench.person("eve", .editor), try bench.person("rob", nil, releases: ["production"]),
      Caller(actor: "token:root", via: "api", requestID: "", access: everything),
    ] {
      let refused = await refusal {
        try await bench.flags.perform(write, in: place, by: caller, reason: "")
      }
      #expect(refused?.status == 403)
      // Who may only release in one environment does nothing that reaches the others, whatever is protected.
      if write.reachesAllEnvironments, caller.actor == "token:rob" { continue }
      #expect(refused?.code == .approvalRequired, "\(caller.actor): \(String(describing: refused))")
      #expect(
        refused?.members["propose"] == "/api/v1/projects/shop/environments/production/change-requests")
    }
    #expect(try await bench.audit().count == rows)
    #expect(try bench.place().environment.revision == revision)
  }

  @Test func aKillNeverWaits() async throws {
    let bench = try await Self.bench()
    _ = try await bench.flags.setKilled(
      true, "new_checkout", in: bench.place(), by: bench.person("rob", nil, releases: ["production"]), reason: "")
    #expect(try await bench.flag().item.isKilled)
    #expect(try await bench.audit().last?.entry.action == "flag.kill")
  }

  @Test func onesOwnKillIsTakenBackWithinAMinuteAndIsOnRecordAsThat() async throws {
    let bench = try await Self.bench()
    let place = try bench.place()
    let ann = try bench.person("ann")
    _ = try await bench.flags.setKilled(true, "new_checkout", in: place, by: ann, reason: "")
    bench.clock.advance(seconds: 60)
    let byAnother = await refusal {
      _ = try await bench.flags.setKilled(false, "new_checkout", in: place, by: bench.person("bob"), reason: "")
    }
    #expect(byAnother?.code == .approvalRequired)
    _ = try await bench.flags.setKilled(false, "new_checkout", in: place, by: ann, reason: "")
    #expect(try await !bench.flag().item.isKilled)
    #expect(try await bench.audit().last?.entry.action == "flag.undoKill")
  }

  /// Regression: whose a kill is went by the name of the token or session that was used for it.
  @Test func aKillByATokenIsTakenBackInABrowserByTheSameAccountOnly() async throws {
    let bench = try await Self.bench()
    let place = try bench.place()
    var edit = Edit(audit: Caller.setup.entry("account.create", "account:a_ann", reason: ""))
    edit.account = .create(AccountRecord(id: "a_ann", email: "ann@example.com", name: "Ann"), passwordHash: "x")
    _ = try await bench.fixture.store.commit(Change(chain: AuditChain.instance, edits: [edit]))
    let everything = Access(actor: "account:a_ann", reach: .instance)
    let (record, _) = try await KeyService(store: bench.store, keeper: bench.keeper).createToken(
      name: "laptop", account: AccountRecord(id: "a_ann", email: "ann@example.com", name: "Ann"), limits: .none,
      expiresAt: nil, creator: everything, by: .setup, reason: "")
    func caller(_ actor: String, _ account: String?) -> Caller {
      Caller(
        actor: actor, via: "api", requestID: "", access: Access(actor: actor, accountID: account, reach: .instance))
    }
    let token = caller("token:\(record.id)", "a_ann")
    _ = try await bench.flags.setKilled(true, "new_checkout", in: place, by: token, reason: "")
    for other in [caller("account:a_bob", "a_bob"), caller("token:other", nil), .setup] {
      let refused = await refusal {
        _ = try await bench.flags.setKilled(false, "new_checkout", in: place, by: other, reason: "")
      }
      #expect(refused?.code == .approvalRequired, "\(other.actor)")
    }
    _ = try await bench.flags.setKilled(
      false, "new_checkout", in: place, by: caller("account:a_ann", "a_ann"), reason: "")
    #expect(try await bench.audit().last?.entry.action == "flag.undoKill")
    // What the server itself killed while it was set up is nobody's own.
    _ = try await bench.flags.setKilled(true, "new_checkout", in: place, by: .setup, reason: "")
    let system = await refusal {
      _ = try await bench.flags.setKilled(false, "new_checkout", in: place, by: .setup, reason: "")
    }
    #expect(system?.code == .approvalRequired)
  }

  @Test func aMinuteLaterItNeedsAnApproval() async throws {
    let bench = try await Self.bench()
    let place = try bench.place()
    let ann = try bench.person("ann")
    _ = try await bench.flags.setKilled(true, "new_checkout", in: place, by: ann, reason: "")
    bench.clock.advance(milliseconds: 60_001)
    let late = await refusal {
      _ = try await bench.flags.setKilled(false, "new_checkout", in: place, by: ann, reason: "")
    }
    #expect(late?.code == .approvalRequired)
    // Killing again what is killed does not begin another minute.
    _ = try await bench.flags.setKilled(true, "new_checkout", in: place, by: ann, reason: "")
    let again = await refusal {
      _ = try await bench.flags.setKilled(false, "new_checkout", in: place, by: ann, reason: "")
    }
    #expect(again?.code == .approvalRequired)
  }

  @Test func whatHasNoEffectInAProtectedEnvironmentIsDoneAtOnce() async throws {
    let bench = try await Self.bench()
    let ann = try bench.person("ann")
    let staging = try bench.place("staging")
    let document: JSONValue = [
      "kind": "release", "owner": "me", "variations": ["off": ["enabled": false], "on": ["enabled": true]],
      "off": "off", "default": "on",
    ]
    // Created elsewhere it is off here; words about a flag change no answer; the other environments are open.
    _ = try await bench.flags.create("fresh", document: document, in: staging, by: ann, reason: "")
    #expect(try await bench.flag("fresh").document["default"] == "off")
    try await bench.edit(["owner": "other-team"])
    try await bench.flags.perform(
      .replace(flag: "new_checkout", FlagPatch(content: .members(["default": "on"]), base: nil)), in: staging,
      by: ann, reason: "")
    #expect(try await bench.flag(in: "staging").document["default"] == "on")
  }

  @Test func aPropertyThatWouldArriveFromAnotherEnvironmentNeedsTheApproval() async throws {
    let bench = try await Self.bench()
    let added: JSONObject = ["properties": ["color": ["type": "string", "default": "red"]]]
    let refused = await refusal {
      try await bench.flags.perform(
        .replace(flag: "old2", FlagPatch(content: .members(added), base: nil)), in: bench.place("staging"),
        by: bench.person("ann"), reason: "")
    }
    #expect(refused?.code == .flagNotFound)
    let carried = await refusal {
      var properties = try await bench.flag("welcome_text", in: "staging").document["properties"]?.objectValue ?? [:]
      properties["color"] = ["type": "string", "default": "red"]
      try await bench.flags.perform(
        .replace(flag: "welcome_text", FlagPatch(content: .members(["properties": .object(properties)]), base: nil)),
        in: bench.place("staging"), by: bench.person("ann"), reason: "")
    }
    #expect(carried?.code == .approvalRequired)
  }

  @Test func aPlannedChangeIsRefusedWhenItIsPlannedAndAgainWhenItRuns() async throws {
    let bench = try await PlanBench()
    let patch = PlannedOperation.replace(
      flag: "new_checkout", FlagPatch(content: .members(["default": "on"]), base: nil))
    let job = try await bench.plan(patch)
    let kill = try await bench.plan(.setKilled(true, flag: "new_checkout"))
    try await bench.protect()
    let planned = await refusal { try await bench.plan(patch) }
    #expect(planned?.code == .approvalRequired)
    bench.clock.advance(milliseconds: PlanBench.hour)
    _ = try await bench.runner().runDue()
    let failed = try await bench.job(job.id)
    #expect(failed.state == .failed)
    #expect(failed.lastError?.contains("is protected") == true)
    #expect(try await bench.job(kill.id).state == .done)
    #expect(try await bench.flag().document["default"] == "off")
  }
}

extension PlannedOperation {
  fileprivate var reachesAllEnvironments: Bool {
    if case .create = self { true } else { isOfProject }
  }
}
