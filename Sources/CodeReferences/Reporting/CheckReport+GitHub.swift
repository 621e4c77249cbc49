extension CheckReport {
  /// Workflow commands that GitHub shows beside the lines: `::error file=A.swift,line=12,col=9,title=unknown-flag::…`.
  ///
  /// The form and its escapes are those of "Workflow commands for GitHub Actions" and of GitHub's own toolkit: `%` and ends
  /// of lines everywhere, `:` and `,` in properties.
  package var workflowCommands: [String] {
    findings.map { finding in
      var properties: [(String, String)] = []
      if let place = finding.place, let path = path(of: finding) {
        properties = [("file", path), ("line", "\(place.line)"), ("col", "\(place.column)")]
      }
      properties.append(("title", finding.kind.rawValue))
      let list = properties.map { "\($0.0)=\(Self.escapedProperty($0.1))" }.joined(separator: ",")
      return "::\(finding.severity.rawValue) \(list)::\(Self.escapedData(finding.message))"
    }
  }

  private static func escapedData(_ text: String) -> String {
    escaped(text) { scalar in
      switch scalar {
      case "%", "\r", "\n": true
      default: false
      }
    }
  }

  private static func escapedProperty(_ text: String) -> String {
    escaped(text) { scalar in
      switch scalar {
      case "%", "\r", "\n", ":", ",": true
      default: false
      }
    }
  }

  /// By scalars: a carriage return and a line feed are one character, but two escapes.
  private static func escaped(_ text: String, where isEscaped: (Unicode.Scalar) -> Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if isEscaped(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "%" + (digits.count < 2 ? "0" : "") + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
