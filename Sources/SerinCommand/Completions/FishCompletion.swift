/// The completion script for fish.
enum FishCompletion {
  /// Writes the script.
  static func script(_ model: CompletionModel) -> String {
    let paths = model.nodes.map(\.path).filter { !$0.isEmpty }.map(quoted).joined(separator: " ")
    let valued = OptionSpec.global.filter { $0.placeholder != nil }.map(\.dashed).joined(separator: " ")
    return """
      # Completion of serin for fish, printed by "serin completions fish".

      # Whether the words before the cursor are those of this command, and no more of another one.
      function __serin_at
          set -l place
          set -l skipped
          for word in (commandline -opc)[2..-1]
              if test -n "$skipped"
                  set skipped
              else if string match -q -- '-*' $word
                  if contains -- $word \(valued)
                      set skipped yes
                  end
              else if test "$word" = help -a -z "$place"
                  continue
              else if contains -- (string join ' ' $place $word) \(paths)
                  set place $place $word
              end
          end
          test "$place" = "$argv[1]"
      end

      complete -c serin -f
      \(model.nodes.flatMap(lines).joined(separator: "\n"))

      """
  }

  private static func lines(_ node: CompletionModel.Node) -> [String] {
    let start = "complete -c serin -n \(quoted("__serin_at \"\(node.path)\""))"
    let words = node.words.map { "\(start) -a \($0.word) -d \(quoted($0.summary))" }
    let places = CompletionModel.places(of: node)
    let options = node.options.map { option in
      let values = places.first { $0.place == option.dashed }?.values
      let kind = option.placeholder == nil ? "" : values.map(Self.values) ?? " -x"
      return "\(start) -l \(option.name)\(kind) -d \(quoted(option.help))"
    }
    let arguments = places.filter { $0.place == "0" }.map { "\(start)\(argument($0.values))" }
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
