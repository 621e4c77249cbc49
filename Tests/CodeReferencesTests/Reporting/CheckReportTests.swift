import SerinFlags
import Testing

@testable import CodeReferences

@Suite struct CheckReportTests {
  private let findings = [
    Finding(
      kind: .unknownFlag, severity: .error, flag: "a,b:c", place: Finding.Place(file: "A,1.swift", line: 3, column: 7),
      message: "100 %: \"a\"\r\nb"),
    Finding(kind: .expired, severity: .notice, flag: "<&>", owner: "web", message: "<old> & \u{1}"),
    Finding(
      kind: .defaultDiffers, severity: .warning, flag: "c", place: Finding.Place(file: "B.swift", line: 1, column: 1),
      message: "c"),
  ]

  @Test func `lines are those of compilers`() {
    #expect(
      CheckReport(findings, folder: "Sources", document: "flags.json").lines() == [
        "Sources/A,1.swift:3:7: error: 100 %: \"a\"\\u{d}\\u{a}b [unknown-flag]",
        "flags.json: notice: <old> & \\u{1} [expired]", "Sources/B.swift:1:1: warning: c [default-differs]",
      ])
  }

  @Test(arguments: [
    ("", "B.swift"), (".", "B.swift"), ("/", "/B.swift"), ("/a", "/a/B.swift"), ("a/", "a/B.swift"),
    ("../a", "../a/B.swift"),
  ])
  func `paths keep all of the folder that was given`(folder: String, path: String) {
    let report = CheckReport(findings, folder: folder, document: "flags.json")
    #expect(report.lines().last?.hasPrefix(path + ":1:1: ") == true)
    #expect(ReportFolder(folder).path(of: "B.swift") == path)
  }

  @Test func `what cannot be seen in a line is an escape`() {
    let hidden = Finding(
      kind: .unknownFlag, severity: .error, flag: "k",
      place: Finding.Place(file: "A\u{202E}.swift", line: 1, column: 1),
      message: "\u{9B}31m \u{200B}")
    #expect(
      CheckReport([hidden], document: "").lines()
        == ["A\\u{202e}.swift:1:1: error: \\u{9b}31m \\u{200b} [unknown-flag]"])
  }

  @Test func `workflow commands are escaped as GitHub wants it`() {
    #expect(
      CheckReport(findings, document: "flags.json").workflowCommands == [
        "::error file=A%2C1.swift,line=3,col=7,title=unknown-flag::100 %25: \"a\"%0D%0Ab",
        "::notice title=expired::<old> & \u{1}", "::warning file=B.swift,line=1,col=1,title=default-differs::c",
      ])
  }

  @Test func `junit has a case for each finding and one for each kind without`() {
    #expect(
      CheckReport(findings, folder: ".", document: "flags.json").junit == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="5" failures="2" errors="0">
          <testsuite name="serin check" tests="5" failures="2" errors="0">
            <testcase classname="serin check.expired" name="&lt;&amp;&gt;"><system-out>&lt;old&gt; &amp; \u{FFFD}</system-out></testcase>
            <testcase classname="serin check" name="archived-in-use"/>
            <testcase classname="serin check.unknown-flag" file="A,1.swift" line="3" name="a,b:c at A,1.swift:3:7"><failure type="error" message="100 %: &quot;a&quot;&#13;&#10;b"/></testcase>
            <testcase classname="serin check" name="unused-flag"/>
            <testcase classname="serin check.default-differs" file="B.swift" line="1" name="c at B.swift:1:1"><failure type="warning" message="c"/></testcase>
          </testsuite>
        </testsuites>
        """)
    #expect(CheckReport([], document: "").junit.contains("tests=\"5\" failures=\"0\""))
  }

  @Test func `json has every finding and their counts`() {
    #expect(
      CheckReport(findings, folder: "Sources", document: "flags.json").json == [
        "schema": 1, "counts": ["error": 1, "warning": 1, "notice": 1],
        "findings": [
          [
            "kind": "unknown-flag", "severity": "error", "flag": "a,b:c", "file": "A,1.swift", "line": 3, "column": 7,
            "message": "100 %: \"a\"\r\nb",
          ],
          ["kind": "expired", "severity": "notice", "flag": "<&>", "owner": "web", "message": "<old> & \u{1}"],
          [
            "kind": "default-differs", "severity": "warning", "flag": "c", "file": "B.swift", "line": 1, "column": 1,
            "message": "c",
          ],
        ],
      ])
  }

  @Test func `the summary counts`() {
    #expect(CheckReport(findings, document: "").summary == "1 error, 1 warning, 1 notice")
    #expect(CheckReport(findings + findings, document: "").summary == "2 errors, 2 warnings, 2 notices")
    #expect(CheckReport([], document: "").summary == "nothing is wrong")
  }

  @Test func `references are a document of schema 1`() {
    let scan = CodeScan([SourceFile(path: "a/B.swift", text: "\n\t_ = flags.isEnabled(\"x\", default: true) \r\n")])
    #expect(
      scan.json == [
        "schema": 1,
        "references": [
          [
            "flag": "x", "file": "a/B.swift", "line": 2, "column": 22, "kind": "literal",
            "snippet": "_ = flags.isEnabled(\"x\", default: true)",
          ]
        ],
      ])
    #expect(scan.lines == 2)
    let long = CodeScan([
      SourceFile(path: "B.swift", text: "flags.logImpression(\"x\") // " + String(repeating: "é", count: 300))
    ])
    #expect(long.references.map(\.snippet.count) == [200])
  }
}
