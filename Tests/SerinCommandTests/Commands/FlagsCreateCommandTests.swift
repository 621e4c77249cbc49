import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct FlagsCreateCommandTests {
  private let created: JSONValue = ["key": "k", "etag": "1.1", "document": ["rules": [["id": "r_1"]]]]

  private func body(of words: [String], input: String = "") async throws -> JSONValue {
    let server = try ScriptedServer(.json(201, created))
    let environment = Tokens.variables(for: server)
    let outcome = try await run(["flags", "create", "k"] + words, environment: environment, input: input)
    #expect(outcome.code == 0)
    #expect(outcome.output == "k is created, in production with 1 rule.\n")
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.target == "/api/v1/projects/shop/environments/production/flags")
    return try request.document()
  }

  @Test func fewestOptionsMakeAFlagThatIsOff() async throws {
    let expected: JSONValue = [
      "key": "k",
      "document": [
        "kind": "release", "owner": "web", "off": "off", "default": "off", "rules": [],
        "variations": ["off": ["enabled": false], "on": ["enabled": true]],
      ],
    ]
    #expect(try await body(of: ["--kind", "release", "--owner", "web"]) == expected)
  }

  @Test func everyOptionHasItsPlaceInTheDocument() async throws {
    let words = [
      "--kind=experiment", "--owner=web", "--description=What", "--expires=2027-03-01", "--tag=b", "--tag=a",
      "--property=color=blue", "--property=max:number=3", "--property=layout:json={\"columns\":1}",
      "--property=dark:boolean=false", "--on-value=color=green", "--on-value=max=5", "--on-value=dark=true",
      "--on-percent=0.15", "--reason=try it",
    ]
    let expected: JSONValue = [
      "key": "k", "reason": "try it",
      "document": [
        "kind": "experiment", "owner": "web", "description": "What", "expires": "2027-03-01", "tags": ["b", "a"],
        "properties": [
          "color": ["type": "string", "default": "blue"], "max": ["type": "number", "default": 3],
          "layout": ["type": "json", "default": ["columns": 1]], "dark": ["type": "boolean", "default": false],
        ],
        "variations": [
          "off": ["enabled": false],
          "on": ["enabled": true, "properties": ["color": "green", "max": 5, "dark": true]],
        ],
        "off": "off", "default": "off", "rules": [["rollout": ["percent": 0.15], "serve": "on"]],
      ],
    ]
    #expect(try await body(of: words) == expected)
  }

  @Test func documentIsReadFromAFileOrStandardInput() async throws {
    let text = "{\"kind\": \"ops\", \"owner\": \"web\", \"rules\": []}"
    let expected: JSONValue = ["key": "k", "document": ["kind": "ops", "owner": "web", "rules": []]]
    let file = try TemporaryFile(text)
    #expect(try await body(of: ["--file", file.path]) == expected)
    #expect(try await body(of: ["--file", "-"], input: text) == expected)
  }

  @Test(arguments: [
    (["--owner", "web"], "--kind is missing (or give --file)"),
    (["--kind", "release"], "--owner is missing (or give --file)"),
    (["--kind", "relaese", "--owner", "web"], "--kind: \"relaese\" is not a kind of flag"),
    (
      ["--kind", "ops", "--owner", "web", "--on-percent", "120"], "--on-percent: \"120\" is not a number from 0 to 100"
    ),
    (["--kind", "ops", "--owner", "web", "--on-percent", "5%"], "--on-percent: \"5%\" is not a number from 0 to 100"),
    (["--kind", "ops", "--owner", "web", "--property", "max:number=x"], "--property max: \"x\" is not a number"),
    (["--kind", "ops", "--owner", "web", "--property", "a=1", "--property", "a=2"], "--property: a is given twice"),
    (["--kind", "ops", "--owner", "web", "--on-value", "a=1"], "--on-value: there is no --property \"a\""),
    (
      ["--kind", "ops", "--owner", "web", "--property", "a:boolean=true", "--on-value", "a=maybe"],
      "--on-value a: \"maybe\" is not a boolean (true or false)"
    ),
    (["--file", "-", "--kind", "ops"], "--file cannot be combined with --kind: the document says it all"),
    (["--file", "/nonexistent"], "cannot read /nonexistent: no such file or directory"),
  ])
  func wrongOptionsAreNamedAndNothingIsSent(words: [String], message: String) async throws {
    let server = try ScriptedServer()
    let outcome = try await run(["flags", "create", "k"] + words, environment: Tokens.variables(for: server))
    #expect(outcome.code == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.hasPrefix("serin: " + message))
    #expect(server.requests.isEmpty)
  }

  @Test func fileThatIsNoJSONIsRefusedWithThePlace() async throws {
    let server = try ScriptedServer()
    let outcome = try await run(
      ["flags", "create", "k", "--file", "-"], environment: Tokens.variables(for: server), input: "{\"kind\": }")
    #expect(outcome.code == 65)
    #expect(outcome.messages.hasPrefix("serin: standard input is not a JSON document\n  "))
    #expect(outcome.messages.contains("byte 9"))
    #expect(server.requests.isEmpty)
  }

  @Test func serversRefusalIsListedByPath() async throws {
    let errors: JSONValue = [["path": "document.rules[0].serve", "message": "there is no variation \"onn\""]]
    let server = try ScriptedServer(.problem(422, "invalid", "The flag is not valid.", errors: errors))
    let outcome = try await run(
      ["flags", "create", "k", "--kind", "ops", "--owner", "web"], environment: Tokens.variables(for: server))
    #expect(outcome.code == 65)
    #expect(
      outcome.messages == "serin: The flag is not valid.\n  document.rules[0].serve: there is no variation \"onn\"\n")
  }
}
