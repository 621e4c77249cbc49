import Foundation
import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct ServerFailureTests {
  @Test(arguments: [
    (400, 65), (401, 3), (403, 3), (404, 5), (405, 1), (408, 4), (409, 2), (412, 2), (413, 65), (414, 65), (422, 65),
    (428, 2), (429, 4), (431, 65), (500, 1), (501, 1), (502, 4), (503, 4), (504, 4), (301, 4), (302, 4), (307, 4),
  ])
  func statusDecidesTheExitCode(status: Int, code: Int32) async throws {
    let server = try ScriptedServer(.problem(status, "word", "Because."), .problem(status, "word", "Because."))
    let outcome = try await run(["flags", "list"], environment: Tokens.variables(for: server))
    #expect(outcome.code == code)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.hasPrefix("serin: "))
    let silent = try await run(["flags", "list", "--json"], environment: Tokens.variables(for: server))
    #expect(silent.code == code)
    #expect(silent.output.isEmpty)
    let problem = try silent.problem()
    #expect(problem["status"] == .number(Double(status)))
    // The body of a redirect is not read.
    #expect(problem["code"] == (status < 400 ? .string("status\(status)") : "word"))
    #expect(problem["exitCode"] == .number(Double(code)))
  }

  @Test(arguments: [
    (401, "does not accept this admin token: Because. Check SERIN_TOKEN or --token"),
    (403, "this admin token may not do that: Because"), (404, "Because"), (409, "Because"),
    (503, "is not ready (status 503): Because. Try again later"),
  ])
  func messageSaysWhatTheServerSaidAndWhatToDo(status: Int, message: String) async throws {
    let server = try ScriptedServer(.problem(status, "word", "Because"))
    let outcome = try await run(["flags", "show", "k"], environment: Tokens.variables(for: server))
    #expect(outcome.messages.hasSuffix(message + "\n"))
  }

  @Test func unreachableServerHasACodeOfItsOwn() async throws {
    let socket = try LoopbackSocket.bound()
    defer { close(socket) }
    let address = "http://127.0.0.1:\(LoopbackSocket.port(of: socket))"
    let environment = ["SERIN_URL": address, "SERIN_TOKEN": Tokens.admin]
    let outcome = try await run(["flags", "list"], environment: environment)
    #expect(outcome.code == 4)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.messages == "serin: cannot reach \(address): connection refused. Is \"serin serve\" running there?\n")
    let silent = try await run(["flags", "list", "--json"], environment: environment)
    #expect(silent.code == 4)
    #expect(silent.output.isEmpty)
    #expect(try silent.problem()["code"] == "unreachable")
  }

  @Test func unknownHostIsUnreachable() async throws {
    let outcome = try await run(
      ["flags", "list"], environment: ["SERIN_URL": "http://serin.invalid", "SERIN_TOKEN": Tokens.admin])
    #expect(outcome.code == 4)
    #expect(outcome.messages.hasPrefix("serin: cannot reach http://serin.invalid: "))
  }

  /// On a system whose client takes numeric IPv6 addresses, nobody listens there.
  @Test func numericIPv6AddressIsUnderstood() async throws {
    let outcome = try await run(
      ["flags", "list", "--url", "http://[::1]:1"], environment: ["SERIN_TOKEN": Tokens.admin])
    #expect(outcome.code == 4)
    #expect(outcome.messages.hasPrefix("serin: cannot reach http://[::1]:1: "))
    #expect(!outcome.messages.contains("NSURLErrorDomain"))
  }

  @Test(arguments: ["SSH-2.0-OpenSSH_9.6\r\n", "220 mail ESMTP\r\n", "\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}F"])
  func anAnswerThatIsNotHTTPIsNoMatterOfTheAddress(answer: String) async throws {
    let server = try ScriptedServer(.raw(answer))
    let outcome = try await run(["flags", "list"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 4)
    #expect(!outcome.messages.contains("does not take that address"), "\(outcome.messages)")
    #expect(outcome.messages.contains(server.address))
  }

  @Test func eachProblemOfARulesetHasALineOfItsOwn() async throws {
    let server = try ScriptedServer(.json(200, ["project": 7, "flags": []]))
    let outcome = try await run(["pull", "-"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 4)
    let lines = outcome.messages.split(separator: "\n")
    #expect(lines.first?.hasSuffix("does not answer like a Serin server: its ruleset cannot be read") == true)
    #expect(lines.contains("  schema: is missing"), "\(outcome.messages)")
    #expect(!outcome.messages.contains("\\u{a}"))
  }

  @Test func silentServerIsGivenUpAfterTheTimeout() async throws {
    let server = try ScriptedServer(.silence)
    let outcome = try await run(["flags", "list", "--timeout", "0.2"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 4)
    #expect(outcome.messages.contains("no answer in time"))
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", "not HTTP\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
  ])
  func somethingThatIsNoServerIsUnreachable(answer: String) async throws {
    let server = try ScriptedServer(.raw(answer))
    let outcome = try await run(["flags", "list"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 4)
    #expect(outcome.output.isEmpty)
  }

  @Test func redirectIsNotFollowed() async throws {
    let elsewhere = try ScriptedServer(.json(200, ["flags": []]))
    let location = elsewhere.address + "/take"
    let server = try ScriptedServer(
      .raw("HTTP/1.1 307 X\r\nLocation: \(location)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"))
    let outcome = try await run(["flags", "list"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 4)
    #expect(outcome.messages.contains("redirects to \(location)"))
    #expect(elsewhere.requests.isEmpty)
  }

  @Test func missingOrMisshapenTokenIsNotAuthorised() async throws {
    let server = try ScriptedServer()
    for token in [nil, "", "secret", "srn_admin_short", "srn_root_a_b_c", Tokens.admin + "\r\nX-Evil: 1"] {
      var environment = Tokens.variables(for: server)
      environment["SERIN_TOKEN"] = token
      let outcome = try await run(["flags", "list"], environment: environment)
      #expect(outcome.code == 3)
      if let token, !token.isEmpty { #expect(!outcome.messages.contains(token)) }
    }
    #expect(server.requests.isEmpty)
  }

  @Test func clientKeyCannotControl() async throws {
    let server = try ScriptedServer()
    let outcome = try await run(["flags", "list"], environment: Tokens.variables(for: server, token: Tokens.client))
    #expect(outcome.code == 3)
    #expect(
      outcome.messages
        == "serin: this needs an admin token, and a client key was given. Set SERIN_TOKEN to an admin token\n")
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [
    "localhost:8080", "ftp://x", "http://", "http://u:p@x", "http://x/?a=1", "http://x/#a", "x", "http://a b",
  ])
  func addressThatIsNoneIsAUsageError(address: String) async throws {
    let outcome = try await run(["flags", "list", "--url", address], environment: ["SERIN_TOKEN": Tokens.admin])
    #expect(outcome.code == 64)
    #expect(outcome.messages.hasPrefix("serin: --url: \"\(address)\" is not an http or https address"))
  }

  @Test(arguments: ["0", "-1", "abc", "nan", "1e9", "inf"])
  func timeoutThatIsNoneIsAUsageError(text: String) async throws {
    let outcome = try await run(["flags", "list"], environment: ["SERIN_TOKEN": Tokens.admin, "SERIN_TIMEOUT": text])
    #expect(outcome.code == 64)
    #expect(outcome.messages == "serin: SERIN_TIMEOUT: \"\(text)\" is not a number of seconds from 0.1 to 3600\n")
  }

  @Test func pathOfTheAddressIsKept() async throws {
    let server = try ScriptedServer(.json(200, ["flags": []]))
    var environment = Tokens.variables(for: server)
    environment["SERIN_URL"] = server.address + "/serin/"
    _ = try await run(["flags", "list"], environment: environment)
    #expect(server.requests.map(\.target) == ["/serin/api/v1/projects/shop/environments/production/flags"])
  }
}
