import SerinFlags
import Store

extension FlagService {
  /// A ruleset document that is written new.
  /// - Parameters:
  ///   - json: The document.
  ///   - place: Where it goes; a document that names another place is refused.
  ///   - isWhole: Whether it has everything that it refers to, as the first one of an environment must.
  /// - Throws: 422 with every fault by its path.
  static func document(_ json: JSONValue, for place: Place, isWhole: Bool) throws(Problem) -> RulesetDocument {
    for (name, wanted) in [("project", place.project.key), ("environment", place.environment.key)] {
      if let named = json[name]?.stringValue, named != wanted {
        throw Problem(
          path: "document.\(name)",
          message:
            "\"\(named)\" is not \"\(wanted)\", where it is being applied; choose the other one, or remove the member")
      }
    }
    let document: RulesetDocument
    do throws(DocumentError) {
      document = try RulesetDocument(json: json, mode: .write, isWhole: isWhole)
    } catch {
      throw Problem(error)
    }
    for definition in document.flags.compactMap(\.definition) { try refuseArchived(definition) }
    return document
  }

  /// The keys of segments to remove.
  /// - Throws: 422 when they are not a list of keys, or when the document has one of them.
  static func removedSegments(_ json: JSONValue?, besides document: RulesetDocument) throws(Problem) -> [String] {
    guard let json, json != .null else { return [] }
    guard let elements = json.arrayValue else {
      throw Problem(path: "removeSegments", message: "must be an array of segments' keys, not \(Shown.json(json))")
    }
    var keys: [String] = []
    for (index, element) in elements.enumerated() {
      guard let key = element.stringValue else {
        throw Problem(
          path: "removeSegments[\(index)]", message: "must be a segment's key, not \(Shown.json(element))")
      }
      guard !document.segments.contains(where: { $0.key.hasSameBytes(as: key) }),
        !keys.contains(where: { $0.hasSameBytes(as: key) })
      else {
        throw Problem(path: "removeSegments[\(index)]", message: "\"\(key)\" is in the document or named twice")
      }
      keys.append(key)
    }
    return keys
  }
}
