import SerinFlags

/// A place in a condition that names a long list.
struct ListUse: Sendable {
  let reference: ListReference
  /// The path of the member within the condition: `any[1].listed`.
  let path: String
}

extension Condition {
  /// The long lists that the condition names.
  var listUses: [ListUse] { listUses(under: "") }

  private func listUses(under path: String) -> [ListUse] {
    func inner(_ name: String) -> String { path.isEmpty ? name : path + "." + name }
    switch self {
    case .listed(let reference): return [ListUse(reference: reference, path: inner("listed"))]
    case .all(let parts):
      return parts.enumerated().flatMap { $1.listUses(under: inner(DocumentPath.element("all", $0))) }
    case .any(let parts):
      return parts.enumerated().flatMap { $1.listUses(under: inner(DocumentPath.element("any", $0))) }
    case .not(let part): return part.listUses(under: inner("not"))
    case .attribute, .segment, .percent, .flag, .now, .list, .behaviour: return []
    }
  }
}

extension SegmentEntry {
  /// The digests of the long lists that the segment names.
  var listDigests: [String] { definition?.condition.listUses.map(\.reference.digest) ?? [] }
}
