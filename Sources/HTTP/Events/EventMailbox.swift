internal import SerinLock

/// The commands that wait for a loop, in order.
final class EventMailbox: Sendable {
  private let commands = Lock<[EventCommand]>([])

  /// Adds a command.
  ///
  /// - Returns: Whether it is the first one, so that the loop must be told.
  func post(_ command: EventCommand) -> Bool {
    commands.withLock { commands in
      commands.append(command)
      return commands.count == 1
    }
  }

  /// Takes all commands.
  func takeAll() -> [EventCommand] {
    commands.withLock { commands in
      defer { commands = [] }
      return commands
    }
  }
}
