import Foundation
import Testing

@testable import SerinCommand

/// Help pages are compared with those kept in `Snapshots`.
///
/// Run with `SERIN_RECORD_SNAPSHOTS=1` to write them anew after a wanted change, and read the difference.
@Suite struct HelpTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Snapshots")
  private static let isRecording = ProcessInfo.processInfo.environment["SERIN_RECORD_SNAPSHOTS"] == "1"

  private static let groups = Array(CommandRegistry.standard.groups.keys)

  @Test(arguments: CommandRegistry.standard.commands.map { $0.description.name } + groups)
  func helpOfEachCommandIsAsKept(name: String) async throws {
    let outcome = try await run(["help"] + name.split(separator: " ").map(String.init))
    #expect(outcome.code == 0)
    #expect(outcome.messages.isEmpty)
    try compare(outcome.output, with: name.replacingOccurrences(of: " ", with: "-"))
  }

  @Test func overviewIsAsKept() async throws {
    try compare(try await run(["help"]).output, with: "overview")
  }

  @Test(arguments: [[], ["--help"], ["-h"]])
  func programAlonePrintsTheOverview(words: [String]) async throws {
    #expect(try await run(words) == run(["help"]))
  }

  @Test(arguments: CommandRegistry.standard.commands.map { $0.description.path })
  func threeWaysToAskGiveTheSamePage(path: [String]) async throws {
    let page = try await run(["help"] + path)
    #expect(try await run(path + ["--help"]) == page)
    #expect(try await run(path + ["-h"]) == page)
  }

  @Test(arguments: CommandRegistry.standard.commands.map { $0.description.name })
  func everyCommandShowsEachOptionAndAnExample(name: String) throws {
    let description = try #require(CommandRegistry.standard.commands.first { $0.description.name == name }?.description)
    let page = HelpPage(command: description).text
    for option in description.allOptions { #expect(page.contains("  " + option.dashed)) }
    for positional in description.positionals { #expect(page.contains("  " + positional.name)) }
    #expect(!description.examples.isEmpty)
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: CommandRegistry.standard.commands.map { $0.description.name })
  func everyExampleIsALineThatTheParserAccepts(name: String) throws {
    let description = try #require(CommandRegistry.standard.commands.first { $0.description.name == name }?.description)
    for example in description.examples {
      let words = ShellWords.split(example.line.components(separatedBy: " > ")[0])
      #expect(words.first == "serin")
      _ = try ArgumentParser.parse(Array(words.dropFirst()), registry: .standard)
    }
  }

  @Test func helpOfAnUnknownCommandIsAUsageError() async throws {
    let outcome = try await run(["help", "flags", "aply"])
    #expect(outcome.code == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.contains("Did you mean \"flags apply\"?"))
  }

  private func compare(_ text: String, with name: String) throws {
    let file = Self.folder.appendingPathComponent(name + ".txt")
    if Self.isRecording { try Data(text.utf8).write(to: file) }
    #expect(text == String(decoding: try Data(contentsOf: file), as: UTF8.self))
  }
}

/// Splits a line as a shell does, as far as the examples need it.
private enum ShellWords {
  static func split(_ line: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == " ", !isQuoted {
        words.append(word)
        word = ""
      } else {
        word.append(character)
      }
    }
    return words + [word]
  }
}
