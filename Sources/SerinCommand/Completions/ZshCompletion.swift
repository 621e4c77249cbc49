/// The completion script for zsh: a file `_serin` of the function path, or sourced.
enum ZshCompletion {
  /// Writes the script.
  static func script(_ model: CompletionModel) -> String {
    """
    #compdef serin
    # Completion of serin for zsh, printed by "serin completions zsh".

    # Sets the words and options that may follow the words of a command, each with its description.
    _serin_words() {
      subcommands=() options=() valued=()
      case $1 in
    \(model.nodes.map(words).joined(separator: "\n"))
      esac
    }

    # Sets what may stand at a place of a command: its words, a space, and an option or the number of an argument.
    _serin_place() {
      choices=() files=''
      case $1 in
    \(model.nodes.flatMap(places).joined(separator: "\n"))
      esac
    }

    _serin() {
      local command_path='' word='' place='' files='' helping='' index=2 count=0
      local -a subcommands options valued choices
      _serin_words ''
      while ((index < CURRENT)); do
        word=${words[index]}
        ((index++))
        if [[ $word == -* ]]; then
          ((${valued[(Ie)$word]})) || continue
          if ((index == CURRENT)); then place=$word; fi
          ((index++))
        elif [[ $word == help && -z $command_path ]]; then
          helping=1
        elif ((${subcommands[(I)${(b)word}:*]})); then
          command_path="${command_path:+$command_path }$word"
          _serin_words "$command_path"
        else
          ((count++))
        fi
      done
      if [[ -n $helping ]]; then options=('--help'); fi
      if [[ -z $place && $PREFIX == --*=* ]]; then
        place=${PREFIX%%=*}
        compset -P '*='
      fi
      if [[ -n $place ]]; then
        _serin_place "$command_path $place"
      elif [[ $PREFIX == -* ]]; then
        _describe -o 'option' options
        return
      elif ((${#subcommands})); then
        _describe 'command' subcommands
        return
      elif [[ -z $helping ]]; then
        _serin_place "$command_path $count"
      fi
      if [[ -n $files ]]; then
        _files
      elif ((${#choices})); then
        compadd -a choices
      fi
    }

    if [[ ${funcstack[1]} == _serin ]]; then
      _serin "$@"
    else
      compdef _serin serin
    fi

    """
  }

  private static func words(_ node: CompletionModel.Node) -> String {
    let described = { (word: String, summary: String) in quoted("\(word):\(summary)") }
    let subcommands = node.words.map { described($0.word, $0.summary) }
    let options = node.options.map { described($0.dashed, $0.help) }
    let valued = node.options.filter { $0.placeholder != nil }.map(\.dashed)
    let lists = [("subcommands", subcommands), ("options", options), ("valued", valued)]
    let settings = lists.filter { !$0.1.isEmpty }.map { "      \($0.0)=(\($0.1.joined(separator: " ")))" }
    return (["    '\(node.path)')"] + settings + ["      ;;"]).joined(separator: "\n")
  }

  private static func places(_ node: CompletionModel.Node) -> [String] {
    CompletionModel.places(of: node).map { place, values in
      switch values {
      case .files: "    '\(node.path) \(place)') files=1 ;;"
      case .words(let choices): "    '\(node.path) \(place)') choices=(\(choices.joined(separator: " "))) ;;"
      }
    }
  }

  /// The text as one word of a shell.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
