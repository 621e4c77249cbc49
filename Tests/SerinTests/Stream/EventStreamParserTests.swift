import Foundation
import TestRandom
import Testing

@testable import Serin

@Suite struct EventStreamParserTests {
  private struct Result: Equatable {
    var events: [ServerSentEvent] = []
    var lastEventID = ""
    var retry: Double?
  }

  private func parse(_ text: String, lastEventID: String = "", chunk: (() -> Int)? = nil) throws -> Result {
    var splitter = LineSplitter()
    var parser = EventStreamParser(lastEventID: lastEventID)
    var result = Result()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let size = chunk?() ?? rest.count
      var lines: [String] = []
      try splitter.append(rest.prefix(size), to: &lines)
      rest = rest.dropFirst(size)
      result.events += lines.compactMap { parser.consume($0) }
    }
    result.lastEventID = parser.lastEventID
    result.retry = parser.retry
    return result
  }

  private func data(_ text: String) throws -> [String] { try parse(text).events.map(\.data) }

  // The examples of WHATWG HTML, 9.2.6.
  @Test func theExamplesOfTheStandard() throws {
    #expect(try data("data: YHOO\ndata: +2\ndata: 10\n\n") == ["YHOO\n+2\n10"])
    let stream = ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n"
    let result = try parse(stream)
    #expect(result.events.map(\.data) == ["first event", "second event", " third event"])
    #expect(result.lastEventID == "")
    #expect(try data("data\n\ndata\ndata\n\ndata:") == ["", "\n"])
    #expect(try data("data:test\n\ndata: test\n\n") == ["test", "test"])
  }

  @Test func anEventHasItsTypeOrIsAMessage() throws {
    let events = try parse("event: changed\ndata: 1\n\ndata: 2\n\n").events
    #expect(events.map(\.type) == ["changed", "message"])
  }

  @Test func anEventWithoutDataIsNoneButItsIDCounts() throws {
    let result = try parse("event: changed\nid: 7\n\ndata: x\n\n")
    #expect(result.events == [ServerSentEvent(type: "message", data: "x")])
    #expect(result.lastEventID == "7")
  }

  @Test func anEventThatIsNotEndedIsNone() throws {
    let result = try parse("data: a\nid: 1\n\ndata: b\nid: 2\n")
    #expect(result.events.map(\.data) == ["a"])
    #expect(result.lastEventID == "1")
  }

  @Test func anIDStaysUntilThereIsAnother() throws {
    #expect(try parse("id: 1\ndata: a\n\ndata: b\n\n").lastEventID == "1")
    #expect(try parse("data: a\n\n", lastEventID: "0").lastEventID == "0")
    #expect(try parse("id: 1\0\ndata: a\n\n", lastEventID: "0").lastEventID == "0")
    #expect(try parse("id:\ndata: a\n\n", lastEventID: "0").lastEventID == "")
  }

  @Test(arguments: [
    ("retry: 1500", 1.5), ("retry:0", 0), ("retry: 1.5", nil), ("retry: -1", nil), ("retry: 1s", nil), ("retry:", nil),
    ("retry: ٣", nil), ("retry", nil), ("retry: 10", 0.01),
  ])
  func onlyDigitsAreATimeToWait(_ line: String, _ expected: Double?) throws {
    #expect(try parse(line + "\n").retry == expected)
  }

  @Test func aTimeBeyondAllNumbersDoesNotTrap() throws {
    #expect(try parse("retry: \(String(repeating: "9", count: 400))\n").retry == .infinity)
  }

  @Test func whatNobodyKnowsIsIgnored() throws {
    #expect(try data("colour: red\nDATA: a\n data: b\ndata : c\ndata: d\n\n") == ["d"])
    #expect(try data(":data: a\n:\n: \n\n") == [])
  }

  @Test func aColonIsAColonWhateverFollows() throws {
    #expect(try data("data:\u{301}x\n\n") == ["\u{301}x"])
    #expect(try data("data: \u{301}x\n\n") == ["\u{301}x"])
    #expect(try data("data: a:b\n\n") == ["a:b"])
  }

  @Test func anEventThatIsTooLongIsLeftOutAndTheNextOneIsThere() throws {
    let long = String(repeating: "data: \(String(repeating: "x", count: 1000))\n", count: 70)
    #expect(try data(long + "\ndata: y\n\n") == ["y"])
  }

  @Test func howTheBytesAreSplitAndTheLinesEndMakesNoDifference() throws {
    var generator = SeededGenerator(seed: 11)
    let lines = [
      "", "", "data: a", "data:b", "data", "event: changed", "id: 1-7", "id", "retry: 1000", ": comment", "x: y",
      "data: ü",
    ]
    for round in 0..<500 {
      let text = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        (lines.randomElement(using: &generator) ?? "") + "\n"
      }.joined()
      let whole = try parse(text)
      for end in ["\n", "\r", "\r\n"] {
        let other = "\u{FEFF}" + text.replacingOccurrences(of: "\n", with: end)
        let result = try parse(other) { Int.random(in: 1...7, using: &generator) }
        #expect(result == whole, "round \(round)")
      }
    }
  }
}
