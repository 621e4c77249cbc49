/// The commands there are.
struct CommandRegistry: Sendable {
  /// What words of a command line name.
  enum Entry {
    case command(any Command.Type)
    case group
  }

  /// Every command, in the order of the help.
  let commands: [any Command.Type]
  /// The groups and what they are about.
  let groups: [String: String]

  /// The commands of the program: a new one is one line here.
  static let standard = CommandRegistry(
    commands: [
      ServeCommand.self,
      FlagsListCommand.self,
      FlagsShowCommand.self,
      FlagsCreateCommand.self,
      FlagsEditCommand.self,
      FlagsApplyCommand.self,
      FlagsExportCommand.self,
      FlagsKillCommand.self,
      FlagsUnkillCommand.self,
      FlagsArchiveCommand.self,
      FlagsUnarchiveCommand.self,
      FlagsDeleteCommand.self,
      FlagsUndeleteCommand.self,
      FlagsOwnersCommand.self,
      FlagsHistoryCommand.self,
      FlagsUsageCommand.self,
      FlagsStaleCommand.self,
      FlagsDiffCommand.self,
      FlagsRestoreCommand.self,
      FlagsPromoteCommand.self,
      SegmentsListCommand.self,
      SegmentsShowCommand.self,
      SegmentsCreateCommand.self,
      SegmentsEditCommand.self,
      SegmentsUploadCommand.self,
      SegmentsContainsCommand.self,
      SegmentsUsageCommand.self,
      SegmentsHistoryCommand.self,
      SegmentsRestoreCommand.self,
      SegmentsDeleteCommand.self,
      SchedulesListCommand.self,
      SchedulesShowCommand.self,
      SchedulesCreateCommand.self,
      SchedulesMoveCommand.self,
      SchedulesCancelCommand.self,
      RequestsListCommand.self,
      RequestsShowCommand.self,
      RequestsProposeCommand.self,
      RequestsEditCommand.self,
      RequestsRebaseCommand.self,
      RequestsPreviewCommand.self,
      RequestsCommentCommand.self,
      RequestsApproveCommand.self,
      RequestsRejectCommand.self,
      RequestsWithdrawCommand.self,
      RequestsApplyCommand.self,
      RequestsBreakGlassCommand.self,
      DraftsListCommand.self,
      DraftsShowCommand.self,
      DraftsSaveCommand.self,
      DraftsRemoveCommand.self,
      KeysCreateCommand.self,
      KeysListCommand.self,
      KeysUpdateCommand.self,
      KeysRotateCommand.self,
      KeysRevokeCommand.self,
      TokensCreateCommand.self,
      TokensListCommand.self,
      TokensRotateCommand.self,
      TokensRevokeCommand.self,
      AccountsInviteCommand.self,
      AccountsListCommand.self,
      AccountsUpdateCommand.self,
      AccountsDisableCommand.self,
      AccountsEnableCommand.self,
      AccountsSignOutCommand.self,
      MembersInviteCommand.self,
      MembersListCommand.self,
      MembersSetCommand.self,
      MembersRemoveCommand.self,
      InvitationsListCommand.self,
      InvitationsRevokeCommand.self,
      WhoamiCommand.self,
      ProjectsListCommand.self,
      ProjectsCreateCommand.self,
      ProjectsRenameCommand.self,
      ProjectsRemoveCommand.self,
      EnvironmentsListCommand.self,
      EnvironmentsCreateCommand.self,
      EnvironmentsUpdateCommand.self,
      EnvironmentsRemoveCommand.self,
      ExportCommand.self,
      PlanCommand.self,
      ApplyCommand.self,
      EvaluateCommand.self,
      PreviewCommand.self,
      ContextsShowCommand.self,
      ContextsListCommand.self,
      ContextsDeleteCommand.self,
      PullCommand.self,
      GenerateCommand.self,
      DrawCommand.self,
      ScanCommand.self,
      CheckCommand.self,
      ReferencesPushCommand.self,
      ReferencesListCommand.self,
      ReferencesRemoveCommand.self,
      AuditListCommand.self,
      AuditExportCommand.self,
      AuditVerifyCommand.self,
      AuditAnchorsCommand.self,
      AuditEraseCommand.self,
      CompletionsCommand.self,
      ManCommand.self,
      VersionCommand.self,
      HelpCommand.self,
    ],
    groups: [
      "accounts": "Invite people, say who administers the instance, and shut people out.",
      "audit": "Read, export and check the log of who changed what.",
      "contexts": "Look at the contexts of the last day, and delete them.",
      "drafts": "Keep edits on the server without making them.",
      "environments": "List, make and change the environments of a project.",
      "flags": "List, show, create and change flags.",
      "invitations": "List the links that were made for people, and take them back.",
      "keys": "Make and revoke the keys of apps and servers, and admin tokens.",
      "members": "Say what people are in a project.",
      "projects": "List, make, rename and remove projects.",
      "requests": "Propose changes that others approve, decide about them and apply them.",
      "schedules": "Plan changes for an instant, move and cancel them.",
      "segments": "List, show, create, fill, restore and delete segments.",
      "references": "Tell the server where code names flags, and ask it.",
      "tokens": "Make and revoke tokens of your own, and those of the instance.",
    ])

  /// What the commands say about themselves, in the order of the help.
  var descriptions: [CommandDescription] { commands.map { $0.description } }

  /// What the words name, or nil.
  func lookUp(_ path: [String]) -> Entry? {
    if let command = commands.first(where: { $0.description.path == path }) { return .command(command) }
    let isGroup = commands.contains { $0.description.path.count > path.count && $0.description.path.starts(with: path) }
    return isGroup ? .group : nil
  }

  /// The words that may follow a path.
  private func words(after path: [String]) -> [String] {
    var following: [String] = []
    for command in commands {
      let words = command.description.path
      guard words.count > path.count, words.starts(with: path), !following.contains(words[path.count]) else { continue }
      following.append(words[path.count])
    }
    return following
  }

  /// The failure for words that name nothing; all but the last are a group.
  func failure(forUnknown path: [String]) -> CommandFailure {
    let group = Array(path.dropLast())
    let typed = path.last ?? ""
    let near = NearestName.of(typed, in: words(after: group)).map { group + [$0] }
    // Somebody who types "serin apply" knows the command, but not its group.
    let meant = near ?? commands.first { $0.description.path.last == typed }?.description.path
    let hint = meant.map { ". Did you mean \"\($0.joined(separator: " "))\"?" } ?? ""
    return .usage("unknown command \"\(path.joined(separator: " "))\"\(hint)", helpFor: group)
  }

  /// The failure for words that name a group, or for none.
  func failure(forIncomplete path: [String]) -> CommandFailure {
    let choices = words(after: path).joined(separator: ", ")
    let name = (["serin"] + path).joined(separator: " ")
    return .usage("\"\(name)\" needs a command: \(choices)", helpFor: path)
  }
}
