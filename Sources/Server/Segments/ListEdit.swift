import SerinFlags

/// How the ids that somebody sent change a list.
enum ListEdit: String, Sendable, CaseIterable {
  /// They become the list.
  case replace
  /// They join it.
  case add
  /// They leave it.
  case remove

  /// The list afterwards.
  /// - Throws: 422 when there would be too many ids.
  func apply(_ given: GivenIDs, to current: GivenIDs, environmentID: String) throws(Problem) -> GivenIDs {
    do throws(IDListError) {
      switch self {
      case .replace: return given
      case .add:
        let list = try IDList.union([current.list, given.list])
        guard let old = current.texts, let new = given.texts else { return GivenIDs(list: list, texts: nil) }
        let fresh = new.filter { !current.list.contains(Self.hash($0, environmentID)) }
        return GivenIDs(list: list, texts: old + fresh)
      case .remove:
        return GivenIDs(
          list: current.list.subtracting(given.list),
          texts: current.texts?.filter { !given.list.contains(Self.hash($0, environmentID)) })
      }
    } catch {
      throw Problem(path: "", message: "\(error)")
    }
  }

  private static func hash(_ id: String, _ environmentID: String) -> ListedID {
    ListedID(id, environmentID: environmentID, engine: .hardware)
  }
}
