import Testing

@testable import HTTP

@Suite struct HTTPHeadersTests {
  private let headers = HTTPHeaders([
    ("Host", "example.com"), ("Accept", "a"), ("X-Empty", ""), ("accept", "b"), ("X-Grün", "ü"),
  ])

  @Test func namesAreFoundInAnyCase() {
    #expect(headers["host"] == "example.com")
    #expect(headers["HOST"] == "example.com")
    #expect(headers["Hos"] == nil)
    #expect(headers["Hosts"] == nil)
    #expect(headers["x-empty"] == "")
    #expect(headers.contains("ACCEPT"))
    #expect(!headers.contains("accept-encoding"))
  }

  @Test func onlyLettersHaveACase() {
    let headers = HTTPHeaders([("X@", "at"), ("X[", "bracket"), ("X^", "caret")])
    #expect(headers["x`"] == nil)
    #expect(headers["x{"] == nil)
    #expect(headers["x~"] == nil)
    #expect(headers["x["] == "bracket")
  }

  @Test func valuesKeepTheirOrder() {
    #expect(headers.values(of: "Accept") == ["a", "b"])
    #expect(headers["accept"] == "a")
    #expect(headers.values(of: "none").isEmpty)
    #expect(
      headers.map { "\($0.name)=\($0.value)" } == ["Host=example.com", "Accept=a", "X-Empty=", "accept=b", "X-Grün=ü"])
    #expect(headers.count == 5)
    #expect(!headers.isEmpty)
    #expect(HTTPHeaders().isEmpty)
  }

  @Test func bytesAreGivenAsTheyCame() {
    #expect(headers.bytes(of: "x-grün").map(Array.init) == Array("ü".utf8))
    #expect(headers.bytes(of: "x-empty")?.isEmpty == true)
    #expect(headers.bytes(of: "none") == nil)
  }
}
