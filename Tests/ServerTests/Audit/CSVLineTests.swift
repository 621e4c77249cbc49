import Testing

@testable import Server

@Suite struct CSVLineTests {
  @Test(arguments: [
    ("plain", #""plain""#), ("", "\"\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("a,b\nc", "\"a,b\nc\""),
    ("=1+1", #""'=1+1""#), ("+1", #""'+1""#), ("-1", #""'-1""#), ("@a", #""'@a""#), ("\tx", "\"'\tx\""),
    ("\rx", "\"'\rx\""), ("'=1", #""''=1""#), ("it's", #""it's""#), ("'quoted", #""'quoted""#), ("''-1", #""'''-1""#),
  ])
  func valuesAreQuotedAndFormulasAreGuarded(value: String, cell: String) {
    #expect(CSVLine([value]).text == cell + "\r\n")
  }

  @Test func theGuardCanBeTakenOffAgain() {
    for value in ["=a", "'=a", "''=a", "a", "'a", "-1", "'"] {
      // Without the quotes and the end of the line, which is one character.
      var cell = CSVLine([value]).text.dropFirst().dropLast(2)
      let rest = cell.drop { $0 == "'" }
      if let first = rest.first, "=+-@\t\r".contains(first), cell.first == "'" { cell = cell.dropFirst() }
      #expect(cell == value)
    }
  }
}
