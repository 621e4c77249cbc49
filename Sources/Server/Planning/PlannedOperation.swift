import SerinFlags
import Store

/// A change of flags or segments that is made later: at an instant, or once others have approved it.
///
/// It says what to change and not what everything shall look like, so that what others edit in between survives.
enum PlannedOperation: Sendable {
  /// Creates a flag; the document has its rule ids and salts.
  case create(flag: String, document: JSONValue, reuse: KeyReuse? = nil)
  /// Changes members of a flag's document.
  case replace(flag: String, FlagPatch)
  /// Kills a flag, or takes the kill back.
  case setKilled(Bool, flag: String)
  /// Archives a flag in the whole project, or takes that back.
  case setArchived(Bool, flag: String)
  /// Deletes a flag in the whole project, or takes that back; a deletion may know that apps asked for it lately.
  case setDeleted(Bool, flag: String, acknowledgesUse: Bool = false)
  /// Makes a flag what it was at a version.
  case restore(flag: String, VersionPair)
  /// Makes a segment what it was at a version.
  case restoreSegment(String, VersionPair)
  /// Takes flags over from another environment.
  case promote(PlannedPromotion)
  /// Creates, replaces and removes what a ruleset document says.
  case apply(document: JSONValue, removedSegments: [String])

  /// Its name: that of the control API's operation which does it at once.
  var name: String { kind.rawValue }

  /// The names of operations that can be planned.
  enum Kind: String, CaseIterable, Sendable {
    case createFlag, replaceFlag, killFlag, unkillFlag, archiveFlag, unarchiveFlag, restoreFlagVersion, promoteFlags
    case applyRuleset, deleteFlag, undeleteFlag, restoreSegmentVersion
  }

  /// Which of them it is.
  var kind: Kind {
    switch self {
    case .create: .createFlag
    case .replace: .replaceFlag
    case .setKilled(let isKilled, _): isKilled ? .killFlag : .unkillFlag
    case .setArchived(let isArchived, _): isArchived ? .archiveFlag : .unarchiveFlag
    case .setDeleted(let isDeleted, _, _): isDeleted ? .deleteFlag : .undeleteFlag
    case .restore: .restoreFlagVersion
    case .restoreSegment: .restoreSegmentVersion
    case .promote: .promoteFlags
    case .apply: .applyRuleset
    }
  }

  /// The key of the one flag that it is about; nil when it is about several, or none.
  var flagKey: String? {
    switch self {
    case .create(let key, _, _), .replace(let key, _), .setKilled(_, let key), .setArchived(_, let key),
      .setDeleted(_, let key, _), .restore(let key, _):
      key
    case .promote(let promotion): promotion.flags?.count == 1 ? promotion.flags?.first : nil
    case .apply, .restoreSegment: nil
    }
  }

  /// Whether it concerns the whole project instead of one environment.
  var isOfProject: Bool {
    switch self {
    case .setArchived, .setDeleted: true
    case .create, .replace, .setKilled, .restore, .restoreSegment, .promote, .apply: false
    }
  }

  /// Whether it brings rules and values of its own, instead of what is there in some form.
  var bringsContent: Bool {
    switch self {
    case .create, .replace, .apply: true
    case .setKilled, .setArchived, .setDeleted, .restore, .restoreSegment, .promote: false
    }
  }

  /// What it takes, the same as of whoever does it at once.
  var permission: Permission {
    if case .setKilled = self { .release } else { .edit }
  }
}
