import SerinFlags
import Testing

@testable import SerinCommand

/// Everything that the control API can do has a command, or a reason why not.
@Suite struct OperationCommandTests {
  private static let served = Task { try await ServedOperation.all() }

  @Test func `every operation has a command line or a reason, and none has both`() async throws {
    let operations = Set(try await Self.served.value.map(\.id))
    let lines = Set(OperationCommands.lines.keys)
    let exempt = Set(OperationCommands.exempt.keys)
    #expect(operations.count > 90)
    #expect(operations.subtracting(lines).subtracting(exempt).isEmpty, "these have neither")
    #expect(lines.union(exempt).subtracting(operations).isEmpty, "these are no operations")
    #expect(lines.isDisjoint(with: exempt))
  }

  /// Each line is run against a server that answers with the examples of the document.
  @Test(arguments: OperationCommands.lines.keys.sorted())
  func `a command asks for the operation, sends what that takes, and understands what it answers`(
    id: String
  ) async throws {
    let operations = try await Self.served.value
    let server = try ScriptedServer { request in
      Self.operation(of: request, in: operations)?.answer(to: request)
        ?? .problem(404, "notFound", "no operation is asked for so")
    }
    let folder = try Self.folder()
    let line = try #require(OperationCommands.lines[id])
    let outcome = try Binary.run(
      line.split(separator: " ").map(String.init), environment: Tokens.variables(for: server), folder: folder.path)
    var asked: [String] = []
    for request in server.requests {
      let operation = try #require(Self.operation(of: request, in: operations), "\(request.method) \(request.target)")
      asked.append(operation.id)
      let names = Self.queryNames(of: request)
      #expect(names.isSubset(of: operation.query), "\(operation.id)")
      if let members = operation.members, !request.body.isEmpty {
        let sent = Set(try request.document().objectValue?.names ?? [])
        #expect(sent.isSubset(of: members), "\(operation.id)")
      }
    }
    #expect(asked.contains(id), "\(line): \(outcome.messages)")
    // What the examples say is not what every command wished for; then it says so, and nothing else is wrong.
    let isOtherState = ["its answer does not say \"", "the answer has no "].contains { outcome.messages.contains($0) }
    #expect(outcome.code == 0 || (outcome.code == 4 && isOtherState), "\(line): \(outcome.messages)")
  }

  private static func operation(
    of request: ScriptedServer.Request, in operations: [ServedOperation]
  ) -> ServedOperation? {
    operations.filter { $0.matches(request) }.max { $0.fixedPieces < $1.fixedPieces }
  }

  private static func queryNames(of request: ScriptedServer.Request) -> Set<String> {
    let query = request.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    return Set(query.split(separator: "&").map { String($0.prefix { $0 != "=" }) })
  }

  private static func folder() throws -> TemporaryFolder {
    let flag = """
      {"kind":"release","owner":"payments","variations":{"off":{"enabled":false},"on":{"enabled":true}},
       "off":"off","default":"off","rules":[]}
      """
    return try TemporaryFolder([
      "ruleset.json": #"{"schema":1,"flags":{"new_checkout":\#(flag)}}"#, "draft.json": #"{"default":"on"}"#,
      "project.json": #"{"schema":1,"project":{"key":"shop"},"environments":{},"flags":{}}"#, "ids.txt": "alice\n",
      "Sources/App.swift": #"let isOn = Serin.isEnabled("new_checkout")"#,
    ])
  }
}
