import SerinCodegen
import SerinFlags

/// Makes the source of a document whose `flags` are written as JSON.
func source(
  of flags: String, project: String = "shop", asOf day: CalendarDay = "2026-11-30",
  options: GeneratorOptions = GeneratorOptions()
) throws -> GeneratedSource {
  FlagsGenerator.source(of: try document(flags, project: project), options: options, asOf: day)
}

/// A document whose `flags` are written as JSON.
func document(_ flags: String, project: String = "shop") throws -> FlagsDocument {
  let text = #"{"schema": 1, "project": "\#(project)", "environment": "production", "flags": {\#(flags)}}"#
  return try FlagsDocument(json: JSONValue(parsing: Array(text.utf8), options: .control))
}

extension GeneratedSource {
  /// The lines without their indentation.
  var lines: [String] {
    text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
  }
}
