package import SerinFlags

/// What a check came to, to be written in one of several forms.
package struct CheckReport: Sendable {
  /// What is wrong, in the order in which it is told.
  package let findings: [Finding]
  /// The folder that was looked through, as paths of reports begin with it; empty for the present one.
  private let folder: ReportFolder
  /// What the document is called, for findings that are in no file.
  let document: String

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - findings: what is wrong.
  ///   - folder: what the paths of files are put behind, without a `/` at its end; empty or `.` for nothing.
  ///   - document: what the document is called.
  package init(_ findings: [Finding], folder: String = "", document: String) {
    self.findings = findings
    self.folder = ReportFolder(folder)
    self.document = document
  }

  /// The path of a finding's file, from where the reader stands; nil when it is in no file.
  func path(of finding: Finding) -> String? {
    finding.place.map { folder.path(of: $0.file) }
  }

  /// How many findings are of a severity.
  package func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }

  /// How many there are, in words: `2 errors, 1 warning`.
  package var summary: String {
    let counts: [(Severity, String)] = [(.error, "error"), (.warning, "warning"), (.notice, "notice")]
    let words = counts.filter { count($0.0) > 0 }.map { "\(count($0.0)) \($0.1)\(count($0.0) == 1 ? "" : "s")" }
    return words.isEmpty ? "nothing is wrong" : words.joined(separator: ", ")
  }

  /// Lines as compilers write them, which editors make links of: `A.swift:12:9: error: … [unknown-flag]`.
  ///
  /// - Parameter mark: marks up a line's severity.
  package func lines(mark: (Severity, String) -> String = { $1 }) -> [String] {
    findings.map { finding in
      let place = finding.place.map { ":\($0.line):\($0.column)" } ?? ""
      let severity = mark(finding.severity, finding.severity.rawValue + ":")
      let file = (path(of: finding) ?? document).printable
      return "\(file)\(place): \(severity) \(finding.message.printable) [\(finding.kind.rawValue)]"
    }
  }

  /// The report for programs (schema 1).
  package var json: JSONValue {
    [
      "schema": 1, "findings": .array(findings.map(\.json)),
      "counts": [
        "error": .number(Double(count(.error))), "warning": .number(Double(count(.warning))),
        "notice": .number(Double(count(.notice))),
      ],
    ]
  }
}
