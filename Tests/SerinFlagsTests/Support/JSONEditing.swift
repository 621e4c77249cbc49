import SerinFlags
import TestRandom

/// One step into a document.
enum PathStep: Sendable, Hashable {
  case name(String)
  case index(Int)
}

extension JSONValue {
  /// The paths of all values inside this one, outer ones first.
  func allPaths() -> [[PathStep]] {
    switch self {
    case .array(let elements):
      return elements.enumerated().flatMap { index, element in
        [[.index(index)]] + element.allPaths().map { [.index(index)] + $0 }
      }
    case .object(let object):
      return object.flatMap { member in
        [[.name(member.name)]] + member.value.allPaths().map { [.name(member.name)] + $0 }
      }
    case .null, .bool, .number, .string:
      return []
    }
  }

  /// The value at a path; null when there is none.
  func value(at path: [PathStep]) -> JSONValue {
    path.reduce(self) { value, step in
      switch step {
      case .name(let name): value[name] ?? .null
      case .index(let index): value[index] ?? .null
      }
    }
  }

  /// The document with the value at a path replaced or, when `value` is nil, removed.
  func replacing(_ path: ArraySlice<PathStep>, with value: JSONValue?) -> JSONValue {
    guard let step = path.first else { return value ?? .null }
    let rest = path.dropFirst()
    switch (step, self) {
    case (.name(let name), .object(var object)):
      object[name] = rest.isEmpty ? value : (object[name] ?? .null).replacing(rest, with: value)
      return .object(object)
    case (.index(let index), .array(var elements)):
      if rest.isEmpty, let value {
        if index < elements.count { elements[index] = value } else { elements.append(value) }
      } else if rest.isEmpty {
        elements.remove(at: index)
      } else {
        elements[index] = elements[index].replacing(rest, with: value)
      }
      return .array(elements)
    default:
      return self
    }
  }

  /// The same with a path as text: `rules[1].rollout.percent`.
  func replacing(_ path: String, with value: JSONValue?) -> JSONValue {
    var steps: [PathStep] = []
    for part in path.split(separator: ".") {
      let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
      if let name = pieces.first, !name.isEmpty { steps.append(.name(String(name))) }
      for piece in pieces.dropFirst() {
        if let index = Int(piece.dropLast()) { steps.append(.index(index)) }
      }
    }
    return replacing(steps[...], with: value)
  }

  /// The document with the members of every object in a random order.
  func shuffled(using generator: inout SeededGenerator) -> JSONValue {
    switch self {
    case .array(let elements):
      return .array(elements.map { $0.shuffled(using: &generator) })
    case .object(let object):
      var members: [(String, JSONValue)] = []
      for member in object { members.append((member.name, member.value.shuffled(using: &generator))) }
      return .object(JSONObject(members: members.shuffled(using: &generator)))
    case .null, .bool, .number, .string:
      return self
    }
  }
}

extension JSONObject {
  /// These members, and those in place of members of the same names.
  func with(_ others: JSONObject) -> JSONObject {
    var object = self
    for member in others { object[member.name] = member.value }
    return object
  }
}
