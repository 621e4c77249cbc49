package import SerinFlags

/// What differs between two JSON documents, place by place.
///
/// Members of objects are compared by name, elements of arrays by their `id` where all of them have one (rules do), so
/// that a rule that moved or a new one before it does not make every other one look changed. Other arrays are compared
/// as a whole. Places are in the order of the new document, removed ones last.
package struct StructuralDiff: Sendable, Hashable {
  /// One place that differs.
  package struct Change: Sendable, Hashable {
    /// Where, such as `rules[r_1a2b3c4d].rollout.percent`.
    package let path: String
    /// What was there; nil when nothing was.
    package let before: JSONValue?
    /// What is there now; nil when nothing is.
    package let after: JSONValue?

    /// The change as answers have it; what is not there is left out.
    package var json: JSONValue {
      var object: JSONObject = ["path": .string(path)]
      if let before { object["before"] = before }
      if let after { object["after"] = after }
      return .object(object)
    }
  }

  /// The places that differ.
  package private(set) var changes: [Change] = []

  /// Compares two documents.
  package init(from old: JSONObject, to new: JSONObject) { compare(old, new, at: "") }

  private mutating func compare(_ old: JSONObject, _ new: JSONObject, at path: String) {
    for (name, value) in new {
      compare(old[name], value, at: path.isEmpty ? name : DocumentPath.member(path, name))
    }
    for (name, value) in old where new[name] == nil {
      changes.append(
        Change(path: path.isEmpty ? name : DocumentPath.member(path, name), before: value, after: nil))
    }
  }

  private mutating func compare(_ old: JSONValue?, _ new: JSONValue, at path: String) {
    guard old != new else { return }
    switch (old, new) {
    case (.object(let old)?, .object(let new)): compare(old, new, at: path)
    case (.array(let before)?, .array(let after)):
      if let before = Self.byID(before), let after = Self.byID(after) {
        compare(before, after, at: path)
      } else {
        changes.append(Change(path: path, before: old, after: new))
      }
    default: changes.append(Change(path: path, before: old, after: new))
    }
  }

  private mutating func compare(_ old: [Element], _ new: [Element], at path: String) {
    for element in new {
      compare(old.first { $0.id.hasSameBytes(as: element.id) }?.value, element.value, at: "\(path)[\(element.id)]")
    }
    for element in old where !new.contains(where: { $0.id.hasSameBytes(as: element.id) }) {
      changes.append(Change(path: "\(path)[\(element.id)]", before: element.value, after: nil))
    }
    // Their order decides too: only the ids that are on both sides can have changed places.
    let stayed = old.map(\.id).filter { id in new.contains { $0.id.hasSameBytes(as: id) } }
    let now = new.map(\.id).filter { id in old.contains { $0.id.hasSameBytes(as: id) } }
    if !stayed.elementsEqual(now, by: { $0.hasSameBytes(as: $1) }) {
      changes.append(
        Change(
          path: "\(path) (order)", before: .array(old.map { .string($0.id) }), after: .array(new.map { .string($0.id) })
        ))
    }
  }

  private struct Element {
    let id: String
    let value: JSONValue
  }

  /// The elements by their ids; nil when one has none or two have the same.
  private static func byID(_ array: [JSONValue]) -> [Element]? {
    var elements: [Element] = []
    for value in array {
      guard let id = value["id"]?.stringValue, !elements.contains(where: { $0.id.hasSameBytes(as: id) }) else {
        return nil
      }
      elements.append(Element(id: id, value: value))
    }
    return elements
  }
}
