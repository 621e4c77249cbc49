import SerinFlags
import Testing

@testable import SerinCommand

@Suite struct TableTests {
  @Test func columnsAreAlignedWithoutSpacesAtTheEnds() {
    var table = Table("KEY", "STATE", "OWNER")
    table.add("new_checkout", "live", "payments")
    table.add("a", "killed", "")
    #expect(
      table.lines(style: .plain) == [
        "KEY           STATE   OWNER", "new_checkout  live    payments", "a             killed",
      ])
  }

  @Test func marksDoNotChangeTheWidths() {
    var table = Table("KEY", "STATE")
    table.add(Table.Cell("a") { $0.red($1) }, "x")
    #expect(
      table.lines(style: Style(isOn: true)) == [
        "\u{1B}[1mKEY\u{1B}[0m  \u{1B}[1mSTATE\u{1B}[0m", "\u{1B}[31ma\u{1B}[0m    x",
      ])
  }

  @Test func controlCharactersOfDataAreShownNotSent() {
    var table = Table()
    table.add(Table.Cell("a\u{1B}[2Jb\nc"), .text("\u{9B}31m\u{202E}"))
    #expect(table.lines(style: .plain) == ["a\\u{1b}[2Jb\\u{a}c  \\u{9b}31m\\u{202e}"])
  }

  @Test func cellShowsTextAsItIsAndOtherValuesAsJSON() {
    let cells: [(JSONValue?, String)] = [
      ("a b", "a b"), (3, "3"), (true, "true"), (["x": [1]], "{\"x\":[1]}"), (.null, ""), (nil, ""),
    ]
    for (value, text) in cells { #expect(Table.Cell.text(value).text == text) }
  }
}
