/// `serin man`: the manual page, for `man`.
enum ManCommand: Command {
  static let description = CommandDescription(
    "man", summary: "Print the manual page.",
    discussion: ["The page is roff with the macros of man(7), made from the same descriptions as the help."],
    examples: [
      ("serin man > /usr/local/share/man/man1/serin.1", "Installs it."),
      ("serin man", "Prints it; \"serin man | man -l -\" shows it."),
    ])

  static func run(_ call: CommandCall) async throws(CommandFailure) -> ExitCode {
    let page = ManualPage(call.registry, version: VersionCommand.version)
    try call.console.print(String(page.text.dropLast()))
    return .done
  }
}
