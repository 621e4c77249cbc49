import SerinCodegen
import SerinFlags
import Testing

@testable import SerinCodegenTool

@Suite struct ToolArgumentsTests {
  @Test func everyOptionIsRead() throws {
    let words = [
      "--output", "Flags.swift", "flags.json", "--access=public", "--archived", "error", "--as-of", "2027-03-01",
      "--configuration", "c.json",
    ]
    let arguments = try #require(try ToolArguments(words))
    let choices = arguments.choices
    #expect(arguments.input == "flags.json" && choices.output == "Flags.swift" && choices.configuration == "c.json")
    #expect(choices.access == .public && choices.archived == .error && choices.day == "2027-03-01")
  }

  @Test func aDashAsOutputIsStandardOutput() throws {
    #expect(try ToolArguments(["a", "--output", "-"])?.choices.output == nil)
    #expect(try ToolArguments(["a", "--output=--x"])?.choices.output == "--x")
    #expect(try ToolArguments(["a"])?.choices.replaces == false)
    #expect(try ToolArguments(["--replace", "a"])?.choices.replaces == true)
  }

  @Test(arguments: [["--help"], ["flags.json", "-h"]])
  func helpIsAskedForAnywhere(words: [String]) throws {
    #expect(try ToolArguments(words) == nil)
  }

  @Test(arguments: [
    ([], "FILE is missing"), (["a", "b"], #"unexpected argument "b""#),
    (["a", "--outptu", "x"], #"unknown option "--outptu""#),
    (["a", "--output"], "--output needs a value"),
    (["a", "--output", "--access"], #"--output needs a value; if "--access" is meant, write --output=--access"#),
    (["a", "--replace=yes"], "--replace takes no value"),
    (["a", "--replace", "--replace"], "--replace is given twice"),
    (["a", "--output=x", "--output=y"], "--output is given twice"),
    (["a", "--access", "open"], #"--access: "open" is not one of internal, package, public"#),
    (["a", "--as-of", "2027-02-30"], #"--as-of: "2027-02-30" is not a day such as 2027-03-01"#),
  ])
  func aWrongLineSaysWhatIsWrong(words: [String], message: String) {
    let error = #expect(throws: ToolArguments.UsageError.self) { try ToolArguments(words) }
    #expect(error?.message == message)
  }

  @Test func theHelpNamesEveryOptionWithItsValues() {
    for option in GenerateOption.allCases {
      let line = ToolArguments.help.split(separator: "\n").first {
        $0.contains("  \(option.synopsis)  ")
      }
      #expect(line?.hasSuffix("  \(option.help)") == true)
      for choice in option.choices { #expect(option.help.contains(choice)) }
    }
  }

  @Test(arguments: [(0, 1, 1), (2, 1, 3), (3, 2, 1), (5, 3, 1), (99, 3, 1), (-1, 1, 1)])
  func aPlaceIsALineAndAColumn(offset: Int, line: Int, column: Int) {
    let place = SourcePlace(of: offset, in: Array("ab\nc\n".utf8))
    #expect(place.line == line && place.column == column)
  }
}
