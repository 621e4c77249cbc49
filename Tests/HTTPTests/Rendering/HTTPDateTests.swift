import Testing

@testable import HTTP

@Suite struct HTTPDateTests {
  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
    (951_868_799, "Tue, 29 Feb 2000 23:59:59 GMT"),
    (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
    (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
    (1_796_029_200, "Mon, 30 Nov 2026 09:00:00 GMT"),
    (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
    (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
  ])
  func anInstantIsRendered(_ seconds: Int, _ expected: String) {
    #expect(String(decoding: HTTPDate.bytes(secondsSince1970: seconds), as: UTF8.self) == expected)
  }

  @Test func everyDayFollowsTheOneBefore() {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    var (year, month, day) = (1970, 1, 1)
    for index in 0..<60_000 {
      let text = String(decoding: HTTPDate.bytes(secondsSince1970: index * 86_400), as: UTF8.self)
      let expected = "\(day < 10 ? "0" : "")\(day) \(months[month - 1]) \(year)"
      if !text.contains(expected) { Issue.record("\(text) is not \(expected)") }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
      day += 1
      if day > length { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }
  }

  @Test func theFieldIsRenderedOnceASecond() {
    let date = DateHeader()
    date.refresh(now: 1000)
    let first = date.line
    #expect(first.count == "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n".utf8.count)
    #expect(first.starts(with: Array("Date: ".utf8)))
    date.refresh(now: 1000)
    #expect(date.line == first)
  }
}
