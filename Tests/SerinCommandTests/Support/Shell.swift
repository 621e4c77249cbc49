import Foundation
import Testing

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

  /// What it offers for the last word of each line, sorted; files without backslashes before what needs some.
  ///
  /// - Parameter folder: the folder with the script `serin.NAME`, where the shell works.
  func offers(for lines: [String], in folder: TemporaryFolder) throws -> [[String]] {
    switch self {
    case .bash: return try lines.map { try Self.bashOffers(for: Self.words(of: $0), in: folder).sorted() }
    case .zsh:
      try folder.write("", to: "offered")
      try folder.write(Self.askingZsh, to: "asking.zsh")
      try ask(["-f", "asking.zsh", "serin.zsh", "offered"] + lines, in: folder)
      let offered = try String(contentsOfFile: folder.path + "/offered", encoding: .utf8)
      return offered.split(separator: "\u{1E}\n", omittingEmptySubsequences: false).dropLast().map { words in
        words.split(separator: "\n").map { String($0.replacing("\\", with: "")) }.sorted()
      }
    case .fish:
      let asking = "source $argv[1]; complete -C $argv[2]"
      return try lines.map { line in
        try ask(["--no-config", "-c", asking, "serin.fish", line], in: folder).map { offered in
          // Behind a tab it says what a word is about; before a value it has the option.
          let word = offered.prefix { $0 != "\t" }
          let value = word.hasPrefix("--") ? word.drop { $0 != "=" }.dropFirst() : ""
          return String(value.isEmpty ? word : value)
        }.sorted()
      }
    }
  }

  /// What bash offers for the last of some words, in its order; they are split at blanks and `=` as it does it.
  ///
  /// One that is older than bash 4 is offered files with backslashes, which are left out here.
  static func bashOffers(for words: [String], in folder: TemporaryFolder) throws -> [String] {
    try bash.ask(["-c", askingBash, "bash", "serin.bash"] + words, in: folder).map { $0.replacing("\\", with: "") }
  }

  @discardableResult
  private func ask(_ words: [String], in folder: TemporaryFolder) throws -> [String] {
    guard let path else { return [] }
    let environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "TERM": "dumb", "LC_ALL": "C"]
    let outcome = try Binary.run(words, environment: environment, program: path, folder: folder.path)
    guard outcome.code == 0, outcome.messages.isEmpty else { throw Failure(outcome: outcome) }
    return outcome.output.split(separator: "\n").map(String.init)
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
    source "./$1"
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _serin
    if ((${#COMPREPLY[@]})); then printf '%s\\n' "${COMPREPLY[@]}"; fi
    """

  /// Takes the script, a file for what is offered, and the lines; a separator stands behind what is offered for each.
  private static let askingZsh = #"""
    zmodload zsh/zpty || exit 9
    zpty shell zsh -f -i
    zpty -w shell "autoload -Uz compinit; compinit -u -D; source $PWD/${(q)1}; OFFERED=$PWD/${(q)2}"
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
    for line in "${@[3,-1]}"; do
      zpty -n -w shell $'\x15'"$line"$'\t'
      zpty -r -m shell said '*DONE*' >/dev/null || exit 7
      print -r -- $'\x1e' >>$2
    done
    zpty -d shell
    """#
}
