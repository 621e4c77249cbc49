import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct DocumentRightsTests {
  private func edited(_ bench: DocumentBench, in environments: String...) async throws -> JSONValue {
    var document = try await bench.export()
    for environment in environments {
      document = document.setting("flags", "welcome_text", "environments", environment, "value", to: nil)
    }
    return document
  }

  @Test func `an editor edits flags and makes no environment`() async throws {
    let bench = try await DocumentBench()
    let editor = try bench.bench.person("eve", .editor)
    #expect(try await bench.apply(try await edited(bench, in: "production"), by: editor).lines.count == 1)
    let document = try await bench.export().setting("environments", "qa", to: [:])
      .setting("environments", "staging", "protected", to: true).setting("project", "name", to: "Other")
    let refused = try await bench.refused(document, by: editor)
    #expect(refused.status == 403 && refused.code == .forbidden)
    #expect(refused.errors.map(\.path) == ["project.name", "environments.qa", "environments.staging"])
    #expect(try await bench.apply(document).lines.count == 5)
    #expect(try bench.bench.place("staging").environment.isProtected)
  }

  @Test func `somebody who may only look, or only release, plans and applies nothing`() async throws {
    let bench = try await DocumentBench()
    let document = try await edited(bench, in: "production")
    for caller in [
      try bench.bench.person("vic", .viewer), try bench.bench.person("rob", nil, releases: ["production"]),
    ] {
      let plan = try await bench.plan(document, by: caller)
      #expect(plan.lines.count == 1)
      #expect(plan.problems.all.map(\.code) == [.forbidden])
      #expect(try await bench.refused(document, by: caller).status == 403)
      #expect(try await bench.refused(try await bench.export(), by: caller).status == 403)
    }
  }

  @Test func `a token for one environment edits there and nowhere else (T13)`() async throws {
    let bench = try await DocumentBench()
    let project = try bench.bench.place().project
    let limits = TokenLimits(environments: [try bench.bench.place("staging").environment.id])
    let access = Access(
      actor: "token:ci", reach: .projects([project.id: Access.Grant(role: .admin)]), limits: limits)
    let token = Caller(actor: "token:ci", via: "import", requestID: "", access: access)
    let both = try await edited(bench, in: "staging", "production")
    let refused = try await bench.refused(both, by: token)
    #expect(refused.code == .forbidden)
    #expect(refused.errors.map(\.path) == ["flags.welcome_text.environments.production"])
    #expect(try await bench.apply(try await edited(bench, in: "staging"), by: token).isApplied)
    let archived = try await bench.export().setting("flags", "welcome_text", "archived", to: true)
    #expect(try await bench.refused(archived, by: token).code == .forbidden)
    var scoped = access
    scoped.limits = TokenLimits(scopes: [.read])
    let reader = Caller(actor: "token:ci", via: "import", requestID: "", access: scoped)
    #expect(try await bench.refused(both, by: reader).code == .forbidden)
  }

  @Test func `protected environments need an approval, all of them are named and nothing is applied (T13)`()
    async throws
  {
    let bench = try await DocumentBench()
    try await bench.bench.protect("production")
    try await bench.bench.protect("staging", approvals: 2)
    let document = try await edited(bench, in: "development", "staging", "production")
    let refused = try await bench.refused(document)
    #expect(refused.status == 403 && refused.code == .approvalRequired)
    #expect(
      refused.errors.map(\.path) == [
        "flags.welcome_text.environments.staging", "flags.welcome_text.environments.production",
      ])
    #expect(refused.members["propose"] == "/api/v1/projects/shop/environments/staging/change-requests")
    #expect(try await bench.apply(try await edited(bench, in: "development")).isApplied)
  }

  @Test func `a document does not take a protection away to change what it protects`() async throws {
    let bench = try await DocumentBench()
    try await bench.bench.protect("production")
    let open = try await bench.export().setting("environments", "production", "protected", to: false)
    let both = open.setting("flags", "welcome_text", "environments", "production", "default", to: "off")
    #expect(try await bench.refused(both).code == .approvalRequired)
    // Alone it is an admin's act, as by hand.
    #expect(try await bench.refused(open, by: try bench.bench.person("eve", .editor)).code == .forbidden)
    var silent = try bench.wish(open)
    silent.reason = ""
    let place = try bench.bench.place()
    let version = try await bench.documents.plan(silent, for: place.project).version
    let mute = await problem { () async throws(Problem) in
      try await bench.documents.apply(silent, version: version, to: place.project)
    }
    #expect(mute.errors.map(\.path) == ["reason"])
    #expect(try await bench.apply(open).isApplied)
  }

  @Test func `words about a flag and a new flag that is off need no approval`() async throws {
    let bench = try await DocumentBench()
    try await bench.bench.protect("production")
    let document = try await bench.export().setting("flags", "welcome_text", "owner", to: "others")
      .setting("flags", "fresh", to: DocumentBench.flag(in: "staging"))
    #expect(try await bench.apply(document).problems.isEmpty)
    let used = try await bench.export().setting("flags", "welcome_text", "archived", to: true)
    #expect(try await bench.refused(used).code == .approvalRequired)
  }
}
