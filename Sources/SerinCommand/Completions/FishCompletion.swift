/// The completion script for fish.
enum FishCompletion {
  /// Writes the script.
  static func script(_ model: CompletionModel) -> String {
    let paths = model.nodes.map(\.path).filter { !$0.isEmpty }.map(quoted).joined(separator: " ")
    return """
      # Completion of serin for fish, printed by "serin completions fish".

      # The options of a command that take a value.
      function __serin_valued
          switch $argv[1]
      \(model.nodes.compactMap(valued).joined(separator: "\n"))
          end
      end

      # Whether the cursor is at a place of a command: at the words that lead on, at an option, or at the argument of that
      # number. Behind "help" there are only words.
      function __serin_at
          set -l path
          set -l helping
          set -l skipped
          set -l count 0
          for word in (commandline -opc)[2..-1]
              if test -n "$skipped"
                  set skipped
              else if string match -q -- '-*' $word
                  if contains -- $word (__serin_valued "$path")
                      set skipped yes
                  end
              else if test "$word" = help -a -z "$path"
                  set helping yes
              else if contains -- (string join ' ' $path $word) \(paths)
                  set path $path $word
              else
                  set count (math $count + 1)
              end
          end
          test "$path" = "$argv[1]"; or return 1
          test "$argv[2]" = words; and return 0
          test -z "$helping"; or return 1
          test "$argv[2]" = options -o "$argv[2]" = $count
      end

      complete -c serin -f
      \(model.nodes.flatMap(lines).joined(separator: "\n"))

      """
  }

  private static func valued(_ node: CompletionModel.Node) -> String? {
    let names = node.options.filter { $0.placeholder != nil }.map(\.dashed)
    guard !names.isEmpty else { return nil }
    return "        case \(quoted(node.path))\n            printf '%s\\n' \(names.joined(separator: " "))"
  }

  private static func lines(_ node: CompletionModel.Node) -> [String] {
    let start = { (place: String) in "complete -c serin -n \(quoted("__serin_at \"\(node.path)\" \(place)"))" }
    let words = node.words.map { "\(start("words")) -a \($0.word) -d \(quoted($0.summary))" }
    let places = CompletionModel.places(of: node)
    let options = node.options.map { option in
      let values = places.first { $0.place == option.dashed }?.values
      let kind = option.placeholder == nil ? "" : values.map(Self.values) ?? " -x"
      return "\(start("options")) -l \(option.name)\(kind) -d \(quoted(option.help))"
    }
    let arguments = places.filter { !$0.place.hasPrefix("-") }.map { "\(start($0.place))\(argument($0.values))" }
    return words + options + arguments
  }

  private static func values(_ values: CompletionModel.Values) -> String {
    switch values {
    case .files: " -r -F"
    case .words(let choices): " -x -a \(quoted(choices.joined(separator: " ")))"
    }
  }

  private static func argument(_ values: CompletionModel.Values) -> String {
    switch values {
    case .files: " -F"
    case .words(let choices): " -a \(quoted(choices.joined(separator: " ")))"
    }
  }

  /// The text as one word of fish, where a backslash escapes between quotes.
  private static func quoted(_ text: String) -> String {
    var result = "'"
    for character in text {
      if character == "'" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result + "'"
  }
}
