import Foundation
import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct ProgressLineTests {
  private final class Seconds {
    var now = 0.0
  }

  private let terminal = MemorySink()
  private let seconds = Seconds()
  private let progress: ProgressLine

  init() {
    progress = ProgressLine(terminal: terminal) { [seconds] in seconds.now }
  }

  @Test func `a bar is drawn ten times a second at the most, and taken away`() {
    progress.begin("looking")
    // 32 steps a second, so that every fourth one comes at least a tenth of a second after the one drawn before.
    for step in 0...64 {
      seconds.now = Double(step) / 32
      progress.show(step, of: 64)
    }
    progress.end()
    let drawn = terminal.text.components(separatedBy: "\r\u{1B}[K").dropFirst()
    #expect(drawn.first == "serin: looking ")
    #expect(drawn.count == 1 + 16 + 1)
    #expect(drawn.contains("serin: looking [############------------] 50%"))
    #expect(drawn.last == "")
  }

  @Test func `steps without an end are counted`() {
    progress.begin("reading")
    for _ in 0..<7 {
      seconds.now += 0.2
      progress.step()
    }
    #expect(terminal.text.hasSuffix("serin: reading 7"))
  }

  @Test func `a line is never longer than a terminal, and holds no control characters of others`() {
    progress.begin("waiting for \u{1B}]0;" + String(repeating: "x", count: 300))
    #expect(terminal.text.hasPrefix("\r\u{1B}[Kserin: waiting for \\u{1b}]0;xxx"))
    #expect(terminal.text.count == "\r\u{1B}[K".count + 78)
  }

  @Test func `what is printed takes the line away first`() throws {
    let output = MemorySink()
    let console = Console(output: output, messages: terminal, style: .plain, progress: progress)
    progress.begin("working")
    try console.remark("look")
    try console.print("data")
    progress.begin("more")
    try console.flush()
    #expect(
      terminal.text == "\r\u{1B}[Kserin: working \r\u{1B}[Kserin: look\n\r\u{1B}[Kserin: more \r\u{1B}[K")
    #expect(output.text == "data\n")
  }

  @Test func `nothing is shown before work begins or after it ends`() {
    progress.step()
    progress.show(1, of: 2)
    progress.clear()
    progress.end()
    #expect(terminal.text.isEmpty)
  }

  @Test(
    arguments: [
      (true, [:], true), (false, [:], false), (true, ["TERM": "dumb"], false), (true, ["NO_COLOR": "1"], true),
    ] as [(Bool, [String: String], Bool)])
  func `only a terminal that can take a line away gets it`(
    isTerminal: Bool, environment: [String: String], isWanted: Bool
  ) {
    #expect(ProgressLine.isWanted(isTerminal: isTerminal, environment: environment) == isWanted)
  }

  @Test func `reading a ruleset and evaluating for many contexts show how far they are`() async throws {
    let folder = try TemporaryFolder(["rules.json": SampleRuleset.document().text()])
    try folder.write(String(repeating: "{\"userID\": \"alice\"}\n", count: 50), to: "contexts.jsonl")
    let progress = ProgressLine(terminal: terminal) { [seconds] in
      seconds.now += 0.02
      return seconds.now
    }
    let output = MemorySink()
    let program = Program(
      registry: .standard, console: Console(output: output, messages: MemorySink(), style: .plain, progress: progress),
      environment: [:], standardInput: InputFile(descriptor: -1, name: "standard input"))
    let (rules, contexts) = (folder.path + "/rules.json", folder.path + "/contexts.jsonl")
    let code = await program.run(["evaluate", "--ruleset", rules, "--contexts", contexts, "--flag", "a-plain"])
    #expect(code == .done)
    let drawn = terminal.text.components(separatedBy: "\r\u{1B}[K").dropFirst()
    #expect(drawn.first?.hasPrefix("serin: reading /") == true)
    let label = "serin: evaluating line "
    let lines = drawn.filter { $0.hasPrefix(label) }.compactMap { Int($0.dropFirst(label.count)) }
    #expect(lines.count >= 8 && lines == lines.sorted() && lines.allSatisfy((1...50).contains))
    #expect(drawn.last == "")
    #expect(output.text.split(separator: "\n").count == 50)
  }

  @Test func `a pipe gets nothing of it, and no marks`() throws {
    let files = (0..<300).map { ("App/F\($0).swift", "let a = flags.isEnabled(\"f\($0)\", default: false)\n") }
    let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: files))
    try folder.write(SampleRuleset.document(["gone": SampleRuleset.plain]).text(), to: "flags.json")
    let server = try ScriptedServer(.problem(503, "unavailable", "stopping"))
    var variables = Tokens.variables(for: server)
    variables["TERM"] = "xterm-256color"
    try folder.write("{\"userID\": \"alice\"}\n", to: "contexts.jsonl")
    let evaluation = ["evaluate", "--ruleset", "flags.json", "--contexts", "contexts.jsonl"]
    for words in [["scan", "App"], ["check", "App"], ["check", "App", "--format", "junit"], ["pull"], evaluation] {
      let outcome = try Binary.run(words, environment: variables, folder: folder.path)
      for text in [outcome.output, outcome.messages] {
        #expect(!text.contains("\r") && !text.contains("\u{1B}"), "\(words)")
      }
      #expect(!outcome.messages.contains("waiting for") && !outcome.messages.contains("reading"))
      #expect(!outcome.messages.contains("evaluating"))
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func `a terminal gets it, and no colors when NO_COLOR is set`() throws {
    #if os(Linux)
      let folder = try TemporaryFolder(["App/A.swift": "let a = flags.isEnabled(\"f\", default: false)\n"])
      let scan = "'\(Binary.path)' scan '\(folder.path)/App'"
      for (noColor, isMarked) in [("", true), ("1", false)] {
        let outcome = try Binary.run(
          ["-qec", scan, "/dev/null"], environment: ["TERM": "xterm", "NO_COLOR": noColor, "SHELL": "/bin/sh"],
          program: "/usr/bin/script")
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("\r\u{1B}[Kserin: reading code"))
        #expect(outcome.output.contains("\u{1B}[1mf\u{1B}[0m") == isMarked)
        #expect(outcome.output.contains("\u{1B}[1") == isMarked)
      }
    #endif
  }
}
