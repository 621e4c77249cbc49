import SerinFlags
import Store

/// What one branch of a repository says of flags, as it was sent, checked member by member.
struct CodeScanUpload: Sendable {
  static let members = ["repository", "branch", "commit", "link", "references", "reason"]
  static let maximumReferences = 20_000
  static let maximumFileBytes = 1_000
  static let maximumSnippetBytes = 4_000
  static let kinds = ["literal", "generated", "catalog", "declaration"]
  private static let referenceMembers: Set<String> = ["flag", "file", "line", "column", "kind", "snippet"]
  /// How many faults are named; a program that makes one makes it everywhere.
  private static let maximumIssues = 50

  let scan: CodeScanRecord
  let references: [CodeReferenceRecord]

  /// Reads a body.
  ///
  /// - Throws: 422 with the faults by their paths, the first ones when there are many.
  init(_ body: ControlBody, projectID: String) throws(Problem) {
    var reader = Reader()
    let (repository, branch) = reader.branch(in: body.object)
    scan = CodeScanRecord(
      projectID: projectID, repository: repository, branch: branch,
      commit: reader.word("commit", in: body.object, limit: 64), link: reader.link(in: body.object))
    references = reader.references(in: body.object)
    guard reader.issues.isEmpty else { throw Problem(issues: reader.issues) }
  }

  /// Reads the names of a branch, for what is done with one as a whole.
  ///
  /// - Throws: 422 with the faults by their paths.
  static func branch(of body: ControlBody) throws(Problem) -> (repository: String, branch: String) {
    var reader = Reader()
    let names = reader.branch(in: body.object)
    guard reader.issues.isEmpty else { throw Problem(issues: reader.issues) }
    return names
  }

  /// A text that names something: not empty, and without control characters.
  static func isWord(_ text: String, limit: Int) -> Bool {
    (1...limit).contains(text.utf8.count)
      && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  private struct Reader {
    var issues: [DocumentIssue] = []

    mutating func fail(_ path: String, _ message: String) {
      if issues.count < maximumIssues { issues.append(DocumentIssue(path: path, message: message)) }
    }

    mutating func word(_ name: String, in object: JSONObject, limit: Int, path: String? = nil) -> String {
      guard let text = object[name]?.stringValue, isWord(text, limit: limit) else {
        fail(path ?? name, "must be 1 to \(limit) bytes of text without control characters")
        return ""
      }
      return text
    }

    mutating func branch(in object: JSONObject) -> (repository: String, branch: String) {
      (word("repository", in: object, limit: 200), word("branch", in: object, limit: 255))
    }

    mutating func link(in object: JSONObject) -> String? {
      switch object["link"] {
      case .none, .null: return nil
      case .string(let template):
        if let fault = LineLink.fault(in: template) { fail("link", fault) }
        return template
      default:
        fail("link", "must be a string")
        return nil
      }
    }

    mutating func references(in object: JSONObject) -> [CodeReferenceRecord] {
      guard let list = object["references"]?.arrayValue else {
        fail("references", "is required: an array")
        return []
      }
      guard list.count <= maximumReferences else {
        fail("references", "has \(list.count) elements; at most \(maximumReferences) are taken")
        return []
      }
      var places: [Place: Int] = [:]
      return list.enumerated().compactMap { index, element in
        guard let reference = reference(element, path: "references[\(index)]") else { return nil }
        if let earlier = places.updateValue(index, forKey: Place(reference)) {
          fail("references[\(index)]", "is the flag and place of references[\(earlier)]")
        }
        return reference
      }
    }

    private mutating func reference(_ element: JSONValue, path: String) -> CodeReferenceRecord? {
      guard let object = element.objectValue else {
        fail(path, "must be an object")
        return nil
      }
      for (name, _) in object where !referenceMembers.contains(name) {
        fail("\(path).\(name)", "is not a known member")
      }
      let flag = object["flag"]?.stringValue ?? ""
      if !KeyGrammar.isValidImportedKey(flag) {
        fail("\(path).flag", "must be a flag's key; \(KeyGrammar.importedRule)")
      }
      let file = word("file", in: object, limit: maximumFileBytes, path: "\(path).file")
      let parts = file.split(separator: "/", omittingEmptySubsequences: false)
      if !file.isEmpty, parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) {
        fail("\(path).file", "must be a path from the repository's root on, without \".\" and \"..\"")
      }
      let kind = object["kind"]?.stringValue ?? ""
      if !kinds.contains(kind) { fail("\(path).kind", "must be one of: \(kinds.joined(separator: ", "))") }
      let snippet = object["snippet"]?.stringValue
      if snippet == nil || snippet.map({ $0.utf8.count > maximumSnippetBytes || $0.utf8.contains(0) }) == true {
        fail("\(path).snippet", "must be at most \(maximumSnippetBytes) bytes of text without U+0000")
      }
      return CodeReferenceRecord(
        flagKey: flag, file: file, line: count("line", in: object, path), column: count("column", in: object, path),
        kind: kind, snippet: snippet ?? "")
    }

    private mutating func count(_ name: String, in object: JSONObject, _ path: String) -> Int64 {
      let number = object[name]?.numberValue ?? 0
      guard (1...1_000_000_000).contains(number), number == number.rounded() else {
        fail("\(path).\(name)", "must be a whole number from 1 to 1000000000")
        return 1
      }
      return Int64(number)
    }
  }

  /// What no two references may share.
  private struct Place: Hashable {
    let flag: ExactString
    let file: ExactString
    let line: Int64
    let column: Int64

    init(_ reference: CodeReferenceRecord) {
      flag = ExactString(reference.flagKey)
      file = ExactString(reference.file)
      line = reference.line
      column = reference.column
    }
  }
}
