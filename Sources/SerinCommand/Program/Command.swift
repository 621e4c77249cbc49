/// Something that `serin` can do.
///
/// A command is a type without state. Everything it reads or writes reaches it through the ``CommandCall``, so that a
/// test can run it without a process.
protocol Command: Sendable {
  /// How it is called and what it takes.
  static var description: CommandDescription { get }

  /// Does it.
  ///
  /// - Returns: what the process ends with, usually ``ExitCode/done``.
  /// - Throws: why it could not be done; the caller prints it and ends with its code.
  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode
}
