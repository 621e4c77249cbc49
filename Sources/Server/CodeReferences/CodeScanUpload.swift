import SerinFlags
import Store

/// What one branch of a repository says of flags, as it was sent, checked member by member.
struct CodeScanUpload: Sendable {
  static let members = ["repository", "branch", "commit", "link", "references", "reason"]
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
    (1...limit).contains(text.utf8.count) && !text.hasControlCharacter()
  }

  private struct Reader {
    var issues: [DocumentIssue] = []

    mutating func fail(_ path: String, _ message: String) {
      if issues.count < maximumIssues { issues.append(DocumentIssue(path: path, message: message)) }
    }

    mutating func word(_ name: String, in object: JSONObject, limit: Int) -> String {
      guard let text = object[name]?.stringValue, isWord(text, limit: limit) else {
        fail(
          name,
          "must be 1 to \(limit) bytes of text without control characters; here it is \(Shown.json(object[name]))")
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
        if let fault = LineLink.fault(in: template) { fail("link", "\(fault); here it is \(Shown.text(template))") }
        return template
      case let other?:
        fail("link", "must be a string, not \(Shown.json(other))")
        return nil
      }
    }

    mutating func references(in object: JSONObject) -> [CodeReferenceRecord] {
      guard let list = object["references"]?.arrayValue else {
        fail("references", "is required: an array; here it is \(Shown.json(object["references"]))")
        return []
      }
      guard list.count <= CodeReferenceLimits.places else {
        fail("references", "has \(list.count) elements; at most \(CodeReferenceLimits.places) are taken")
        return []
      }
      var places: [CodeReferencePlace: Int] = [:]
      return list.enumerated().compactMap { index, element in
        guard let reference = reference(element, path: "references[\(index)]") else { return nil }
        if let earlier = places.updateValue(index, forKey: CodeReferencePlace(reference)) {
          fail("references[\(index)]", "is the flag and place of references[\(earlier)]")
        }
        return reference
      }
    }

    private mutating func reference(_ element: JSONValue, path: String) -> CodeReferenceRecord? {
      guard let object = element.objectValue else {
        fail(path, "must be an object, not \(Shown.json(element))")
        return nil
      }
      for (name, _) in object where !referenceMembers.contains(name) {
        fail("\(path).\(name)", "is not a known member")
      }
      // What is missing, or of another type, gets a value that is never good.
      let reference = CodeReferenceRecord(
        flagKey: object["flag"]?.stringValue ?? "", file: object["file"]?.stringValue ?? "",
        line: count("line", in: object), column: count("column", in: object),
        kind: object["kind"]?.stringValue ?? "", snippet: object["snippet"]?.stringValue ?? "\0")
      for fault in reference.faults {
        fail("\(path).\(fault.member)", "\(fault.rule); here it is \(Shown.json(object[fault.member]))")
      }
      return reference
    }

    private func count(_ name: String, in object: JSONObject) -> Int64 {
      let number = object[name]?.numberValue ?? 0
      return number == number.rounded() && abs(number) <= Double(CodeReferenceLimits.number) ? Int64(number) : 0
    }
  }
}
