import SerinFlags
import Store

extension FlagService {
  /// What applying a document did to one flag.
  struct Applied: Sendable {
    enum Result: String, Sendable { case created, replaced, unchanged }
    let key: String
    let result: Result
    let isKilled: Bool
  }

  /// Makes the flags of an environment look like a ruleset document: all of them, or none.
  ///
  /// Flags that the document does not mention stay as they are. Rule ids and salts are required: a document that is
  /// applied twice must not reshuffle anybody.
  func apply(
    _ json: JSONValue, in place: Place, by caller: Caller, reason: String
  ) async throws(Problem) -> (applied: [Applied], revision: Int64) {
    let definitions = try Self.definitions(json, for: place)
    for _ in 0..<Self.attempts {
      let views = try await views(in: place, includesArchived: true).views
      let existing = Dictionary(views.map { ($0.flag.key, $0) }, uniquingKeysWith: { first, _ in first })
      var edits: [Edit] = []
      var applied: [Applied] = []
      for definition in definitions {
        let key = definition.key
        guard let view = existing[key] else {
          edits.append(Self.creation(key, definition, in: place, by: caller, reason: reason))
          applied.append(Applied(key: key, result: .created, isKilled: definition.isKilled))
          continue
        }
        guard view.flag.archivedAt == nil else {
          throw Problem(.conflict, "flag \"\(key)\" is archived; unarchive it or take it out of the document")
        }
        guard view.item.schema <= FlagItem.schema else {
          throw Problem(.conflict, "flag \"\(key)\" was written by a newer version of Serin; edit it there")
        }
        let edit = try await replacement(of: view, with: definition, in: place, by: caller, reason: reason)
        applied.append(
          Applied(key: key, result: edit == nil ? .unchanged : .replaced, isKilled: view.item.isKilled))
        if let edit { edits.append(edit) }
      }
      guard !edits.isEmpty else { return (applied, revision(of: place)) }
      do throws(StoreError) {
        _ = try await commit(Change(chain: place.project.id, edits: edits))
      } catch {
        // Somebody changed or created one of the flags in between.
        switch error {
        case .conflict, .duplicate: continue
        default: throw Problem(committing: error)
        }
      }
      return (applied, revision(of: place))
    }
    throw Problem(.conflict, "the flags are being changed by others all the time; try again")
  }

  private func revision(of place: Place) -> Int64 {
    keeper.state.rulesets[place.environment.id]?.environment.revision ?? place.environment.revision
  }

  /// The flags of a document that is written new.
  /// - Throws: 422 with every fault by its path.
  static func definitions(_ json: JSONValue, for place: Place) throws(Problem) -> [FlagDefinition] {
    for (name, wanted) in [("project", place.project.key), ("environment", place.environment.key)] {
      if let named = json[name]?.stringValue, named != wanted {
        throw Problem(
          path: "document.\(name)",
          message:
            "\"\(named)\" is not \"\(wanted)\", where it is being applied; choose the other one, or remove the member")
      }
    }
    let definitions: [FlagDefinition]
    do throws(DocumentError) {
      definitions = try RulesetDocument(json: json, mode: .write).flags.compactMap(\.definition)
    } catch {
      throw Problem(error)
    }
    for definition in definitions { try refuseArchived(definition) }
    return definitions
  }
}
