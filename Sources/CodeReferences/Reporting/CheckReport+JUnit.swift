extension CheckReport {
  /// The report as CI systems take test results in: a test case for each finding, and one that passes for each kind without.
  ///
  /// The form is the XML of Ant's JUnit task, as far as its readers agree. A notice is no failure.
  package var junit: String {
    let failures = findings.filter { $0.severity > .notice }
    var cases: [String] = []
    for kind in CheckKind.allCases {
      let found = findings.filter { $0.kind == kind }
      if found.isEmpty {
        cases.append("    <testcase classname=\"serin check\" name=\"\(kind.rawValue)\"/>")
      }
      cases += found.map(testCase)
    }
    let counts = "tests=\"\(cases.count)\" failures=\"\(failures.count)\" errors=\"0\""
    let head =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(counts)>\n  <testsuite name=\"serin check\" \(counts)>"
    return ([head] + cases + ["  </testsuite>", "</testsuites>"]).joined(separator: "\n")
  }

  private func testCase(_ finding: Finding) -> String {
    var attributes = "classname=\"serin check.\(finding.kind.rawValue)\""
    var name = finding.flag
    if let place = finding.place, let path = path(of: finding) {
      name += " at \(path):\(place.line):\(place.column)"
      attributes += " file=\"\(Self.escaped(path))\" line=\"\(place.line)\""
    }
    attributes += " name=\"\(Self.escaped(name))\""
    let message = Self.escaped(finding.message)
    let content =
      finding.severity > .notice
      ? "<failure type=\"\(finding.severity.rawValue)\" message=\"\(message)\"/>"
      : "<system-out>\(message)</system-out>"
    return "    <testcase \(attributes)>\(content)</testcase>"
  }

  /// The text with XML's own signs and ends of lines as entities; what XML 1.0 has no place for as U+FFFD.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
