import Testing

@testable import Server

@Suite struct LineLinkTests {
  @Test(arguments: [
    "https://git.example.com/shop/blob/{commit}/{file}#L{line}", "http://localhost:8080/{file}?l={line}&c={column}",
    "https://[2001:db8::1]:443/{branch}/{file}", "https://x/~a/b%20c/...{file}/(1);v=2,3!*'$@:/{file}",
    "https://x/..a/a../{file}",
  ])
  func `an address of a web page with a place for the file is good`(template: String) {
    #expect(LineLink.fault(in: template) == nil)
  }

  @Test(arguments: [
    ("javascript:alert(1)//{file}", "must begin with https:// or http://"),
    ("https://x/{path}{file}", "\"{path}\" is not one of: {commit}, {branch}, {file}, {line}, {column}"),
    ("https://x/{file", "must close every brace"), ("https://x/{line}", "must contain {file}"),
    ("https://x/" + String(repeating: "a", count: 500) + "{file}", "must be at most 500 bytes"),
  ])
  func `what is wrong is said`(template: String, fault: String) {
    #expect(LineLink.fault(in: template) == fault)
  }

  @Test(arguments: [
    "https://{branch}/{file}", "https://x.{commit}.example/{file}", "https://x:{line}/{file}", "https:///{file}",
    "https://:80/{file}", "https://user@/{file}", "https://git.example.com@evil.example/{file}", "https://[]/{file}",
    "https://[{commit}]/{file}", "https://a:b:1/{file}", "https://?{file}",
  ])
  func `the host is named, and nothing is filled in there`(template: String) {
    #expect(LineLink.fault(in: template)?.hasPrefix("must name a host behind http") == true)
  }

  @Test(arguments: ["https://x?{file}", "https://x#/{file}", "https://x?/{file}"])
  func `places stand behind the host's slash`(template: String) {
    #expect(LineLink.fault(in: template) == "must have a / behind the host")
  }

  @Test(arguments: [
    "https://x/ {file}", "https://x/\u{E9}/{file}", "https://x/\\{file}", "https://x\\evil/{file}",
    "https://x/<{file}>",
    "https://x/\"{file}", "https://x/^`|{file}", "https://x/%zz/{file}", "https://x/%2/{file}",
    "https://x/%{line}0{file}",
    "https://x/{file}%", "https://x/{file}}", "https://x/\u{0}{file}", "https://x/\n{file}",
  ])
  func `only characters of RFC 3986 stand in an address`(template: String) {
    #expect(LineLink.fault(in: template)?.hasPrefix("must have no other characters than RFC 3986 has") == true)
  }

  @Test(arguments: [
    "https://x/../{file}", "https://x/a/./{file}", "https://x/{file}/..", "https://x/%2e%2E/{file}",
    "https://x/.%2e/{file}",
  ])
  func `parts that lead to other folders are refused`(template: String) {
    #expect(LineLink.fault(in: template) == "must not have the parts . and ..")
  }

  @Test func `what is filled in is escaped, and never leads to another folder`() {
    let link = LineLink(template: "https://x/{branch}/{file}?c={commit}#L{line},{column}")
    let address = { (branch: String, commit: String) in
      link.address(of: (file: "a b/\u{E9}#?.swift", line: 3, column: 7), commit: commit, branch: branch)
    }
    #expect(address("feature/x&y", "1a") == "https://x/feature/x%26y/a%20b/%C3%A9%23%3F.swift?c=1a#L3,7")
    #expect(address("..", "1a") == nil)
    #expect(address("a/../../b", "1a") == nil)
    #expect(address(".", "1a") == nil)
    // Behind the path they lead nowhere.
    #expect(address("main", "..")?.hasSuffix("?c=..#L3,7") == true)
    #expect(
      LineLink(template: "https://x/{commit}{branch}/{file}")
        .address(of: (file: "a", line: 1, column: 1), commit: ".", branch: ".") == nil)
  }
}
