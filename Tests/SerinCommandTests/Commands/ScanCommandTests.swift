import Foundation
import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct ScanCommandTests {
  private let code = [
    "Sources/A.swift": "import Serin\nif flags.isEnabled(\"new_checkout\", default: false) {}\n",
    "Sources/B/C.swift": "let key: FlagKey = .newSearch\n// flags.isEnabled(\"x\", default: true)\n",
    "Sources/.build/D.swift": "flags.logImpression(\"x\")", "Sources/E.txt": "flags.logImpression(\"x\")",
    "flags.json": SampleRuleset.document(["new-search": SampleRuleset.plain]).text(),
  ]

  @Test func `a line says where, which flag, how, and what stands there`() async throws {
    let folder = try TemporaryFolder(code)
    let outcome = try await run(["scan", folder.path + "/Sources"])
    #expect(
      outcome
        == Outcome(
          code: 0,
          output: "\(folder.path)/Sources/A.swift:2:20: new_checkout [literal] "
            + "if flags.isEnabled(\"new_checkout\", default: false) {}\n",
          messages: "serin: 1 flag in 1 place, 4 lines\n"))
  }

  @Test func `JSON has the same, and a document adds the names of generated code`() async throws {
    let folder = try TemporaryFolder(code)
    let outcome = try await run([
      "scan", folder.path + "/Sources/", "--flags", folder.path + "/flags.json", "--exclude", "./A.swift", "--json",
    ])
    #expect(outcome.code == 0)
    #expect(outcome.messages.isEmpty)
    #expect(
      try outcome.document() == [
        "schema": 1,
        "references": [
          [
            "flag": "new-search", "file": "B/C.swift", "line": 1, "column": 20, "kind": "generated",
            "snippet": "let key: FlagKey = .newSearch",
          ]
        ],
      ])
  }

  @Test func `one file may be named, and a folder without Swift has no flags`() async throws {
    let folder = try TemporaryFolder(code)
    let one = try await run(["scan", folder.path + "/Sources/A.swift", "--json"])
    #expect(try one.document()["references"]?[0]?["file"] == "A.swift")
    try folder.write("", to: "Empty/README.md")
    let none = try await run(["scan", folder.path + "/Empty"])
    #expect(none == Outcome(code: 0, output: "", messages: "serin: no flag is named in 0 lines\n"))
  }

  @Test(arguments: [
    (["Sources"], "Sources/A.swift:"), (["./Sources/"], "Sources/A.swift:"), ([], "Sources/A.swift:"),
    (["Sources/A.swift"], "Sources/A.swift:"), (["."], "Sources/A.swift:"),
    (["Sources/../Sources"], "Sources/../Sources/A.swift:"),
  ])
  func `paths begin where the reader stands`(words: [String], start: String) throws {
    let folder = try TemporaryFolder(code)
    let outcome = try Binary.run(["scan"] + words, folder: folder.path)
    #expect(outcome.output.hasPrefix(start), "\(outcome.output)")
  }

  @Test(arguments: [
    ("/A.swift", "/", "A.swift"), ("/a/B.swift", "/a", "B.swift"), ("A.swift", ".", "A.swift"),
    ("./A.swift", ".", "A.swift"), ("../a/B.swift", "../a", "B.swift"),
  ])
  func `a file at the root keeps its slash`(path: String, folder: String, name: String) {
    #expect(FileSourceFolder.parts(of: path) == (folder, name))
  }

  @Test(arguments: ["x.json", ".hidden.swift", "/dev/null"])
  func `of a file that is no Swift source it is said`(name: String) throws {
    let folder = try TemporaryFolder(["x.json": "{}", ".hidden.swift": "flags.logImpression(\"x\")"])
    for command in ["scan", "check"] {
      let outcome = try Binary.run([command, name], folder: folder.path)
      #expect(outcome.code == 64)
      #expect(outcome.messages.hasPrefix("serin: \(name) is no Swift source: name a folder, or a file NAME.swift"))
    }
  }

  @Test func `what is to be left out and is not there is said`() async throws {
    let folder = try TemporaryFolder(code)
    let words = [
      "scan", folder.path + "/Sources", "--exclude", "./A.swift", "--exclude", "Sources/B/", "--exclude", "B",
    ]
    let outcome = try await run(words)
    #expect(outcome.code == 0 && outcome.output.isEmpty)
    #expect(
      outcome.messages == """
        serin: --exclude Sources/B: there is nothing of that name below \(folder.path)/Sources
        serin: no flag is named in 0 lines

        """)
  }

  @Test func `what is not there is said`() async throws {
    let outcome = try await run(["scan", "/nowhere/at/all"])
    #expect(
      outcome
        == Outcome(code: 64, output: "", messages: "serin: cannot read /nowhere/at/all: no such file or directory\n"))
  }

  @Test func `links to folders are not followed, and text from code moves no cursor`() async throws {
    let folder = try TemporaryFolder(["A.swift": "flags.logImpression(\"x\\u{1B}[31m\") // \u{1B}[2J"])
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/again", withDestinationPath: folder.path)
    let outcome = try await run(["scan", folder.path])
    #expect(
      outcome.output
        == "\(folder.path)/A.swift:1:21: x\\u{1b}[31m [literal] flags.logImpression(\"x\\u{1B}[31m\") // \\u{1b}[2J\n")
  }

  @Test func `a file that is larger than a person writes is left out with a remark`() async throws {
    let folder = try TemporaryFolder(["A.swift": "flags.logImpression(\"x\")"])
    let file = try #require(FileHandle(forWritingAtPath: folder.path + "/A.swift"))
    try file.truncate(atOffset: UInt64(FileSourceFolder.fileLimit) + 1)
    let outcome = try await run(["scan", folder.path])
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains("A.swift is left out: it is larger than 16 MiB"))
  }

  @Test func `what a folder has and cannot be read is said`() async throws {
    let folder = try TemporaryFolder(["A.swift": "flags.logImpression(\"x\")"])
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/Gone.swift", withDestinationPath: "nowhere")
    #expect(mkfifo(folder.path + "/Pipe.swift", 0o600) == 0)
    let name = Array(folder.path.utf8) + Array("/_.swift".utf8)
    let bytes = name.map { CChar(bitPattern: $0 == UInt8(ascii: "_") ? 0xE9 : $0) } + [0]
    let descriptor = open(bytes, O_CREAT | O_WRONLY, 0o600)
    // Some file systems take no such name.
    if descriptor >= 0 { close(descriptor) }
    let outcome = try await run(["scan", folder.path])
    #expect(outcome.code == 0 && outcome.output.contains("A.swift:1:21"))
    #expect(outcome.messages.contains("/Gone.swift is left out: no such file or directory\n"))
    #expect(outcome.messages.contains("/Pipe.swift is left out: it is no file\n"))
    #expect(descriptor < 0 || outcome.messages.contains("/\u{FFFD}.swift is left out: its name is not UTF-8\n"))
  }
}
