import Testing

@testable import SerinCommand

@Suite struct StyleTests {
  @Test(
    arguments: [
      (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
      (true, ["TERM": "dumb"], false), (true, ["TERM": "xterm-256color"], true),
    ] as [(Bool, [String: String], Bool)])
  func marksNeedATerminalThatWantsThem(isTerminal: Bool, environment: [String: String], isOn: Bool) {
    #expect(Style.standard(isTerminal: isTerminal, environment: environment).isOn == isOn)
  }

  @Test func plainStyleLeavesTextAlone() {
    #expect(Style.plain.bold("a") + Style.plain.red("b") == "ab")
    #expect(Style(isOn: true).green("a") == "\u{1B}[32ma\u{1B}[0m")
  }
}
