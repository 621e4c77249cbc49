import Foundation
import SerinFlags
import Testing

@testable import SerinCommand

/// What only a real process shows: its exit code and its two streams.
@Suite struct BinaryTests {
  @Test func versionIsPrintedAlone() throws {
    #expect(try Binary.run(["version"]) == Outcome(code: 0, output: VersionCommand.version + "\n", messages: ""))
  }

  @Test func programAlonePrintsTheOverview() async throws {
    #expect(try Binary.run([]) == (try await run([])))
  }

  @Test func wrongLineEndsWith64AndIsSilentOnStandardOutput() throws {
    let outcome = try Binary.run(["flags", "lst"])
    #expect(outcome.code == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.hasPrefix("serin: unknown command \"flags lst\". Did you mean \"flags list\"?\n"))
  }

  @Test func wrongLineIsAnsweredInJSONWhenAskedFor() throws {
    let outcome = try Binary.run(["--json", "flags", "lst"])
    #expect(outcome.code == 64)
    #expect(outcome.output.isEmpty)
    #expect(try outcome.problem()["code"] == "usage")
  }

  @Test func variablesOfTheProcessAreRead() async throws {
    let server = try ScriptedServer(.json(200, ["flags": []]), .problem(401, "unauthorized", "No such token."))
    let environment = Tokens.variables(for: server)
    let found = try Binary.run(["flags", "list", "--json"], environment: environment)
    #expect(found.code == 0)
    #expect(try found.document() == ["flags": []])
    let refused = try Binary.run(["flags", "list", "--json"], environment: environment)
    #expect(refused.code == 3)
    #expect(refused.output.isEmpty)
    #expect(try refused.problem()["code"] == "unauthorized")
  }

  @Test func serverThatIsDownHasACodeOfItsOwn() throws {
    let socket = try LoopbackSocket.bound()
    defer { close(socket) }
    let address = "http://127.0.0.1:\(LoopbackSocket.port(of: socket))"
    let outcome = try Binary.run(
      ["flags", "list", "--json"], environment: ["SERIN_URL": address, "SERIN_TOKEN": Tokens.admin])
    #expect(outcome.code == 4)
    #expect(outcome.output.isEmpty)
    #expect(try outcome.problem()["code"] == "unreachable")
  }

  @Test func wordThatIsNotUTF8IsRefusedNotReplaced() throws {
    let shell = ["-c", "\"$0\" draw --salt s --unit \"$(printf 'a\\377')\"", Binary.path]
    let outcome = try Binary.run(shell, program: "/bin/sh")
    #expect(outcome == Outcome(code: 64, output: "", messages: "serin: argument 5 is not UTF-8\n"))
  }

  @Test func noColourWithoutATerminal() throws {
    let server = try ScriptedServer(.json(200, ["flags": [["key": "k", "document": ["kind": "ops"]]]]))
    var environment = Tokens.variables(for: server)
    environment["TERM"] = "xterm-256color"
    let outcome = try Binary.run(["flags", "list"], environment: environment)
    #expect(outcome.output.hasPrefix("KEY"))
    #expect(!outcome.output.contains("\u{1B}"))
  }
}
