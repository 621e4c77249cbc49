import Foundation
import Serin
import Testing

@Suite struct CalendarDayTests {
  @Test(arguments: ["2027-03-01", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
  func aDayThatExistsIsReadAndWrittenAsItIs(_ text: String) throws {
    let day = try #require(CalendarDay(text))
    #expect(day.isValid)
    #expect(day.description == text)
    #expect(CalendarDay(stringLiteral: text) == day)
  }

  @Test(arguments: [
    "", "2027-3-1", "2027-02-29", "1900-02-29", "2027-04-31", "2027-00-10", "2027-13-01", "2027-01-00", "0000-01-01",
    "2027/03/01", "27-03-01", "2027-03-01 ", "+027-03-01", "2027-03-01T00:00:00Z", "２027-03-01", "soon",
  ])
  func aBadLiteralKeepsItsTextAndComesBeforeEveryDay(_ text: String) {
    #expect(CalendarDay(text) == nil)
    let day = CalendarDay(stringLiteral: text)
    #expect(!day.isValid)
    #expect(day.description == text)
    #expect(day < "0001-01-01")
    #expect(day == CalendarDay(stringLiteral: text))
  }

  @Test func daysAreInTheOrderOfTime() {
    let days: [CalendarDay] = ["later", "soon", "2026-12-31", "2027-01-01", "2027-01-02", "2027-02-01", "2028-01-01"]
    #expect(days.shuffled().sorted() == days)
  }

  @Test func textsOfOtherBytesAreOtherDays() {
    #expect(CalendarDay(stringLiteral: "\u{E9}") != CalendarDay(stringLiteral: "e\u{301}"))
  }

  @Test(
    arguments: [
      (0, "1970-01-01"), (-0.5, "1969-12-31"), (86_399.999, "1970-01-01"), (86_400, "1970-01-02"),
      (1_803_859_199, "2027-02-28"), (1_803_859_200, "2027-03-01"), (-62_135_596_800, "0001-01-01"),
      (-62_135_596_801, "0001-01-01"), (-1e300, "0001-01-01"), (1e300, "9999-12-31"), (.infinity, "9999-12-31"),
      (.nan, "9999-12-31"),
    ] as [(Double, String)])
  func theDayOfADateIsThatOfUTC(_ seconds: TimeInterval, _ day: String) {
    #expect(CalendarDay(Date(timeIntervalSince1970: seconds)).description == day)
  }

  @Test func todayIsADayBetweenTwoLooksAtTheClock() {
    let before = CalendarDay(Date())
    let today = CalendarDay.today()
    #expect(before <= today)
    #expect(today <= CalendarDay(Date()))
  }
}
