import SerinFlags
import Store

/// A wish to make flags of one environment be like those of another one.
struct Promotion: Sendable {
  /// What of a flag is taken over.
  enum Part: String, Sendable, Hashable, CaseIterable {
    /// Who gets what: rules, prerequisites and what is served to everybody else.
    case targeting
    /// What there is to get: variations, property values, and the property that is the flag's OFREP value.
    case values

    /// The members of a flag's document.
    var members: [String] {
      switch self {
      case .targeting: ["rules", "prerequisites", "default", "off"]
      case .values: ["variations", "properties", "value"]
      }
    }

    /// The parts of these names; all of them for nil.
    /// - Throws: 422 for another name, or for none at all.
    static func set(_ names: [String]?) throws(Problem) -> Set<Part> {
      guard let names else { return Set(allCases) }
      var parts: Set<Part> = []
      for (index, name) in names.enumerated() {
        guard let part = Part(rawValue: name) else {
          throw Problem(path: "parts[\(index)]", message: "\"\(name)\" is not one of: targeting, values")
        }
        parts.insert(part)
      }
      guard !parts.isEmpty else {
        throw Problem(path: "parts", message: "is empty; it must name at least one of: targeting, values")
      }
      return parts
    }
  }

  /// Where from.
  let source: EnvironmentRecord
  /// Where to.
  let target: Place
  /// The flags' keys; nil for every flag that is not archived.
  let flags: [String]?
  let parts: Set<Part>
  /// Whether segments that the flags need and the target lacks are taken along.
  let bringsSegments: Bool
  /// The versions on both sides that the wish was made from, by key; flags that are not there are not compared.
  let versions: [String: PromotionVersions]
  let caller: Caller
  let reason: String
}

/// What a promotion does, or would do.
struct PromotionOutcome: Sendable {
  /// What becomes of one flag.
  struct Flag: Sendable {
    let key: String
    /// The versions that the differences are between.
    let versions: PromotionVersions
    let changes: [StructuralDiff.Change]
  }

  /// The flags in the order of their keys.
  var flags: [Flag] = []
  /// The keys of the segments that are taken along.
  var segments: [String] = []
  /// What stands in the way; empty when nothing does.
  var issues: [DocumentIssue] = []
  /// The target's revision: after the change, or now when nothing was written.
  var revision: Int64 = 0
  /// Whether it was written.
  var isApplied = false

  /// The outcome as answers have it.
  var json: JSONValue {
    .object([
      "applied": .bool(isApplied), "revision": .number(Double(revision)),
      "segments": .array(segments.map(JSONValue.string)),
      "flags": .array(
        flags.map { flag in
          [
            "key": .string(flag.key), "version": .string(flag.versions.text),
            "result": flag.changes.isEmpty ? "unchanged" : "changed", "changes": .array(flag.changes.map(\.json)),
          ]
        }),
      "problems": .array(issues.map { ["path": .string($0.path), "message": .string($0.message)] }),
    ])
  }
}
