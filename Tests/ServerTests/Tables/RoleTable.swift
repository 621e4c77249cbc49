@testable import Server

/// Who may do what, written down by hand: the roles of people, the kinds and scopes of tokens, and the keys of apps.
///
/// An operation is one line. The columns are those of ``Asker``, in its order:
///
/// - nobody; somebody of another project
/// - viewer, editor, releaser of production, releaser of staging only, admin, root
/// - token of the project, token of the instance, tokens with the scope read, edit and release, token of staging only
/// - client key, server key
///
/// `+` is done; `1` is 401, `3` is 403, `4` is 404; `2` and `9` are 422 and 409 that come after the question of who may.
/// All is about production, which is not protected, and things that the token of the instance made.
enum RoleTable {
  static let rows: [String: String] = [
    // Projects and environments.
    "listProjects": "1+ ++++++ ++++++ 33",
    "createProject": "13 33333+ 3+3333 33",
    "getProject": "14 ++++++ ++++++ 33",
    "updateProject": "14 3333++ ++3333 33",
    "removeProject": "14 333339 393333 33",  // It has flags.
    "listEnvironments": "14 ++++++ ++++++ 33",
    "createEnvironment": "14 3333++ ++3333 33",
    "getEnvironment": "14 ++++++ ++++++ 33",
    "updateEnvironment": "14 3333++ ++3333 33",
    "removeEnvironment": "14 3333++ ++3333 33",
    // The audit log.
    "listAudit": "14 ++++++ ++++++ 33",
    "exportAudit": "14 ++++++ ++++++ 33",
    "verifyAudit": "14 ++++++ ++++++ 33",
    "eraseAudit": "14 3333++ ++3333 33",
    "listInstanceAudit": "13 33333+ 3+3333 33",
    "exportInstanceAudit": "13 33333+ 3+3333 33",
    "verifyInstanceAudit": "13 33333+ 3+3333 33",
    "eraseInstanceAudit": "13 33333+ 3+3333 33",
    // Flags.
    "listFlags": "14 ++++++ ++++++ 33",
    "getFlag": "14 ++++++ ++++++ 33",
    "getRuleset": "14 ++++++ ++++++ 33",
    "createFlag": "14 3+33++ ++3+33 33",
    "replaceFlag": "14 3+33++ ++3+33 33",
    "applyRuleset": "14 3+33++ ++3+33 33",
    "killFlag": "14 3++3++ ++33+3 33",
    "unkillFlag": "14 3++3++ ++33+3 33",
    "archiveFlag": "14 3+33++ ++3+33 33",
    "unarchiveFlag": "14 3+33++ ++3+33 33",
    "deleteFlag": "14 3+33++ ++3+33 33",
    "undeleteFlag": "14 3+33++ ++3+33 33",
    "listKeyOwners": "14 ++++++ ++++++ 33",
    "getFlagUsage": "14 ++++++ ++++++ 33",
    "listStaleFlags": "14 ++++++ ++++++ 33",
    "listFlagVersions": "14 ++++++ ++++++ 33",
    "getFlagVersion": "14 ++++++ ++++++ 33",
    "restoreFlagVersion": "14 3+33++ ++3+33 33",
    "evaluateFlag": "14 ++++++ ++++++ 33",
    "evaluateFlags": "14 ++++++ ++++++ 33",
    "planPromotion": "14 ++++++ ++++++ 33",
    "promoteFlags": "14 3+33++ ++3+33 33",
    // What a change would do, and the contexts that tell it.
    "previewChange": "14 ++++++ ++++++ 33",
    "previewChangeRequest": "14 3+33++ ++3+33 33",  // Its rules are those of an edit.
    "getRecentContexts": "14 ++++++ ++++++ 33",
    "deleteRecentContexts": "14 3333++ ++3333 33",
    // Drafts; the one that is asked for is the instance token's, and nobody else's.
    "listDrafts": "14 3+33++ ++3+33 33",
    "saveDraft": "14 3+33++ ++3+33 33",
    "getDraft": "14 343344 4+3433 33",
    "removeDraft": "14 343344 4+3433 33",
    // The project as a document; here one that edits a flag's own fields.
    "getProjectDocument": "14 ++++++ ++++++ 33",
    "planProjectDocument": "14 ++++++ ++++++ 33",
    // A flag's own fields belong to no environment, so a token of staging edits them there too.
    "applyProjectDocument": "14 3+33++ ++3+3+ 33",
    // Segments.
    "listProjectSegments": "14 ++++++ ++++++ 33",
    "getSegmentUsage": "14 ++++++ ++++++ 33",
    "listSegments": "14 ++++++ ++++++ 33",
    "getSegment": "14 ++++++ ++++++ 33",
    "getSegmentList": "14 ++++++ ++++++ 33",
    "segmentContains": "14 ++++++ ++++++ 33",
    "createSegment": "14 3+33++ ++3+33 33",
    "editSegment": "14 3+33++ ++3+33 33",
    "deleteSegment": "14 3+33++ ++3+33 33",
    "replaceSegmentList": "14 3+33++ ++3+33 33",
    "addToSegmentList": "14 3+33++ ++3+33 33",
    "listSegmentVersions": "14 ++++++ ++++++ 33",
    "getSegmentVersion": "14 ++++++ ++++++ 33",
    "restoreSegmentVersion": "14 3+33++ ++3+33 33",
    // Planned changes: here a kill, which takes what a kill takes.
    "listSchedules": "14 ++++++ ++++++ 33",
    "createSchedule": "14 3++3++ ++33+3 33",
    "getSchedule": "14 ++++++ ++++++ 33",
    "moveSchedule": "14 3++3++ ++33+3 33",
    "cancelSchedule": "14 3++3++ ++33+3 33",
    // Change requests, proposed by the token of the instance and approved by that of the project.
    "listChangeRequests": "14 ++++++ ++++++ 33",
    "proposeChange": "14 3++3++ ++3++3 33",
    "getChangeRequest": "14 ++++++ ++++++ 33",
    "editChangeRequest": "14 333333 3+3333 33",
    "rebaseChangeRequest": "14 333333 3+3333 33",
    "commentChangeRequest": "14 ++++++ ++3++3 33",
    "approveChange": "14 3++3++ +333+3 33",
    "rejectChange": "14 3++3++ ++33+3 33",
    "applyChangeRequest": "14 3++3++ ++33+3 33",
    "breakGlass": "14 3333++ ++3333 33",
    // Keys, and places in code.
    "listKeys": "14 3333++ ++3333 33",
    "createKey": "14 3333++ ++3333 33",
    "updateKey": "14 3333++ ++3333 33",
    "rotateKey": "14 3333++ ++3333 33",
    "revokeKey": "14 3333++ ++3333 33",
    "listCodeReferences": "14 ++++++ ++++++ 33",
    "findCodeReferences": "14 ++++++ ++++++ 33",
    "replaceCodeReferences": "14 3+33++ ++3+33 33",
    "removeCodeReferences": "14 3+33++ ++3+33 33",
    // People. There is no set-up link any more; what a link's secret decides is open to everybody.
    "getSetup": "++ ++++++ ++++++ ++",
    "setUp": "44 444444 444444 44",
    "acceptInvitation": "++ ++++++ ++++++ ++",
    "signIn": "++ ++++++ ++++++ ++",
    "getSession": "1+ ++++++ ++++++ 33",
    "changePassword": "1+ ++++++ 333333 33",
    "signOut": "1+ ++++++ ++++++ 33",
    "signOutEverywhere": "1+ ++++++ 333333 33",
    "endAccountSessions": "13 33333+ 3+3333 33",
    "listAccounts": "13 33333+ 3+3333 33",
    "getAccount": "13 33333+ 3+3333 33",
    "updateAccount": "13 33333+ 3+3333 33",
    "listMembers": "14 ++++++ ++++++ 33",
    "setMember": "14 3333++ ++3333 33",
    "removeMember": "14 3333++ ++3333 33",
    "listInvitations": "13 33333+ 3+3333 33",
    "createInvitation": "13 33333+ 3+3333 33",
    "revokeInvitation": "13 33333+ 3+3333 33",
    "listProjectInvitations": "14 3333++ ++3333 33",
    "createProjectInvitation": "14 3333++ ++3333 33",
    "revokeProjectInvitation": "14 3333++ ++3333 33",
    // Tokens: a token without an account cannot make a personal one; one of the instance exists for root only.
    "listTokens": "1+ ++++++ ++++++ 33",
    "createToken": "1+ ++++++ 223332 33",
    "rotateToken": "14 44444+ 4+3334 33",
    "revokeToken": "14 44444+ 4+4444 33",
  ]

  /// What differs where production is protected: an editor changes nothing there at once and approves nothing.
  static let protectedRows: [String: String] = [
    "killFlag": "14 33+3++ ++33+3 33",
    "createSchedule": "14 33+3++ ++33+3 33",
    "moveSchedule": "14 33+3++ ++33+3 33",
    "cancelSchedule": "14 33+3++ ++33+3 33",
    "proposeChange": "14 3++3++ ++3++3 33",
    "approveChange": "14 33+3++ +333+3 33",
    "rejectChange": "14 33+3++ ++33+3 33",
    "applyChangeRequest": "14 33+3++ ++33+3 33",
    "breakGlass": "14 3333++ ++3333 33",
    "replaceFlag": "14 333333 333333 33",
    "applyRuleset": "14 333333 333333 33",
    "unkillFlag": "14 333333 3+3333 33",  // It killed itself a moment ago.
    "createFlag": "14 3+33++ ++3+33 33",  // Without rules it has no effect.
    "archiveFlag": "14 333333 333333 33",
    "unarchiveFlag": "14 333333 333333 33",
    "deleteFlag": "14 333333 333333 33",
    "undeleteFlag": "14 333333 333333 33",
    "restoreFlagVersion": "14 333333 333333 33",
    "promoteFlags": "14 333333 333333 33",
    "createSegment": "14 333333 333333 33",
    "editSegment": "14 333333 333333 33",
    "deleteSegment": "14 333333 333333 33",
    "replaceSegmentList": "14 333333 333333 33",
    "addToSegmentList": "14 333333 333333 33",
    "restoreSegmentVersion": "14 333333 333333 33",
  ]

  /// What changes something and is the same where production is protected: it changes no answer there.
  ///
  /// Of a project's document each edit is refused as it is alone; what is shown here is a change of words.
  static let unaffectedByProtection: Set = [
    "createProject", "updateProject", "removeProject", "createEnvironment", "updateEnvironment",
    "removeEnvironment", "verifyAudit", "verifyInstanceAudit", "eraseAudit", "eraseInstanceAudit", "evaluateFlag",
    "evaluateFlags", "planPromotion", "previewChange", "previewChangeRequest", "deleteRecentContexts", "saveDraft",
    "removeDraft",
    "planProjectDocument", "applyProjectDocument", "segmentContains", "editChangeRequest", "rebaseChangeRequest",
    "commentChangeRequest", "createKey", "updateKey", "rotateKey", "revokeKey", "replaceCodeReferences",
    "removeCodeReferences",
    "setUp", "acceptInvitation", "signIn", "signOut", "signOutEverywhere", "endAccountSessions", "changePassword",
    "updateAccount", "setMember", "removeMember", "createInvitation", "revokeInvitation",
    "createProjectInvitation", "revokeProjectInvitation", "createToken", "rotateToken", "revokeToken",
  ]
}
