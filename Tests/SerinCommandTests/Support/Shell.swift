import Foundation

/// A shell that completes a command line with the script that is made for it.
///
/// Each is asked as it is used: zsh on a terminal of its own, with a tab behind the line; fish by its own builtin for that;
/// bash by calling the function that it would call, with the words as it splits them.
enum Shell: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case bash, zsh, fish

  var testDescription: String { rawValue }

  /// Where it is installed; nil where it is not.
  var path: String? {
    ["/bin/", "/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + rawValue }
      .first(where: FileManager.default.isExecutableFile)
  }

  /// Those that are installed.
  static var installed: [Shell] { allCases.filter { $0.path != nil } }

  /// What it offers for the last word of a line, sorted; files without backslashes before what needs some.
  ///
  /// - Parameter folder: the folder with the script `serin.NAME`, where the shell works.
  func offers(for line: String, in folder: TemporaryFolder) throws -> [String] {
    guard let path else { return [] }
    let script = "\(folder.path)/serin.\(rawValue)"
    let environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "TERM": "dumb", "LC_ALL": "C"]
    let outcome: Outcome
    switch self {
    case .bash:
      outcome = try Binary.run(
        ["-c", Self.askingBash, "bash", script] + Self.words(of: line), environment: environment, program: path,
        folder: folder.path)
    case .zsh:
      try folder.write("", to: "offered")
      try folder.write(Self.askingZsh, to: "asking.zsh")
      var asked = try Binary.run(
        ["-f", "asking.zsh", script, folder.path + "/offered", line], environment: environment, program: path,
        folder: folder.path)
      asked.output = try String(contentsOfFile: folder.path + "/offered", encoding: .utf8)
      outcome = asked
    case .fish:
      outcome = try Binary.run(
        ["--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line], environment: environment,
        program: path, folder: folder.path)
    }
    guard outcome.code == 0, outcome.messages.isEmpty else { throw Failure(outcome: outcome) }
    return outcome.output.split(separator: "\n").map { offered in
      // fish says behind a tab what a word is about, and has the option before the value.
      let word = offered.prefix { $0 != "\t" }.replacing("\\", with: "")
      return word.hasPrefix("--") ? String(word.drop { $0 != "=" }.dropFirst()).nonempty ?? word : word
    }.sorted()
  }

  /// A shell that did not do as it was told.
  struct Failure: Error {
    let outcome: Outcome
  }

  /// The words of a line, split at blanks and `=` as bash does it.
  private static func words(of line: String) -> [String] {
    line.split(separator: " ", omittingEmptySubsequences: false).flatMap { word -> [String] in
      guard let equals = word.firstIndex(of: "=") else { return [String(word)] }
      let value = String(word[word.index(after: equals)...])
      return [String(word[..<equals]), "="] + (value.isEmpty ? [] : [value])
    }
  }

  private static let askingBash = """
    source "$1"
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _serin
    if ((${#COMPREPLY[@]})); then printf '%s\\n' "${COMPREPLY[@]}"; fi
    """

  /// Takes the script, a file for what is offered, and the line.
  private static let askingZsh = #"""
    zmodload zsh/zpty || exit 9
    zpty shell zsh -f -i
    zpty -w shell "autoload -Uz compinit; compinit -u -D; source ${(q)1}; OFFERED=${(q)2}"
    zpty -w shell '
    compadd () {
      local -a offered
      if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
        builtin compadd -A offered "$@"
        (( $#offered )) && print -rl -- $offered >>$OFFERED
      fi
      builtin compadd "$@"
    }
    complete-and-tell () { zle expand-or-complete; print -r -- "DO""NE" }
    zle -N complete-and-tell
    bindkey "^I" complete-and-tell
    print -r -- "REA""DY"'
    zpty -r -m shell said '*READY*' >/dev/null || exit 8
    zpty -n -w shell "$3"$'\t'
    zpty -r -m shell said '*DONE*' >/dev/null || exit 7
    zpty -d shell
    """#
}

extension String {
  fileprivate var nonempty: String? { isEmpty ? nil : self }
}
