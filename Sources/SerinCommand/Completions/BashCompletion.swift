/// The completion script for bash, from version 3.2 on, which macOS has.
///
/// Bash hands over a line that is split at `=` too, so that `--format=te` comes as three words.
enum BashCompletion {
  /// Writes the script.
  static func script(_ model: CompletionModel) -> String {
    """
    # Completion of serin for bash, printed by "serin completions bash".

    # Sets the words and options that may follow the words of a command.
    _serin_words() {
      words='' switches='' values=''
      case $1 in
    \(model.nodes.map(words).joined(separator: "\n"))
      esac
    }

    # Sets what may stand at a place of a command: its words, a space, and an option or the number of an argument.
    _serin_place() {
      choices='' files=''
      case $1 in
    \(model.nodes.flatMap(places).joined(separator: "\n"))
      esac
    }

    # Offers the lines of a text as they stand: a blank splits none, and none is a pattern.
    _serin_offer() {
      local line
      while IFS= read -r line; do
        if [[ $line ]]; then COMPREPLY+=("$line"); fi
      done <<<"$1"
    }

    # Has the offered files quoted where they need it; a shell that does not do so itself is older than bash 4.
    _serin_quote() {
      local index
      if type compopt >/dev/null 2>&1; then
        compopt -o filenames 2>/dev/null
      else
        for index in "${!COMPREPLY[@]}"; do COMPREPLY[index]=$(printf '%q' "${COMPREPLY[index]}"); done
      fi
    }

    _serin() {
      local current=${COMP_WORDS[COMP_CWORD]} path='' place='' word words switches values choices='' files='' helping=''
      local index=1 count=0
      COMPREPLY=()
      _serin_words ''
      while ((index < COMP_CWORD)); do
        word=${COMP_WORDS[index]}
        index=$((index + 1))
        if [[ $word == -* ]]; then
          [[ " $values " == *" $word "* ]] || continue
          if ((index < COMP_CWORD)) && [[ ${COMP_WORDS[index]} == '=' ]]; then index=$((index + 1)); fi
          if ((index >= COMP_CWORD)); then place=$word; fi
          index=$((index + 1))
        elif [[ $word == help && -z $path ]]; then
          helping=1
        elif [[ " $words " == *" $word "* ]]; then
          path=${path:+$path }$word
          _serin_words "$path"
        else
          count=$((count + 1))
        fi
      done
      if [[ $place && $current == '=' ]]; then current=''; fi
      if [[ $helping ]]; then switches='--help' values=''; fi
      if [[ $place ]]; then
        _serin_place "$path $place"
      elif [[ $current == -* ]]; then
        choices="$switches $values"
      elif [[ $words ]]; then
        choices=$words
      elif [[ -z $helping ]]; then
        _serin_place "$path $count"
      fi
      if [[ $files ]]; then
        _serin_offer "$(compgen -f -- "$current")"
        _serin_quote
      elif [[ $choices ]]; then
        local IFS=' '
        _serin_offer "$(compgen -W "$choices" -- "$current")"
      fi
    }

    complete -F _serin serin

    """
  }

  private static func words(_ node: CompletionModel.Node) -> String {
    let switches = node.options.filter { $0.placeholder == nil }.map(\.dashed)
    let values = node.options.filter { $0.placeholder != nil }.map(\.dashed)
    let lists = [("words", node.words.map(\.word)), ("switches", switches), ("values", values)]
    let settings = lists.filter { !$0.1.isEmpty }.map { "\($0.0)='\($0.1.joined(separator: " "))'" }
    return "    '\(node.path)') \(settings.joined(separator: " ")) ;;"
  }

  private static func places(_ node: CompletionModel.Node) -> [String] {
    CompletionModel.places(of: node).map { place, values in
      switch values {
      case .files: "    '\(node.path) \(place)') files=1 ;;"
      case .words(let choices): "    '\(node.path) \(place)') choices='\(choices.joined(separator: " "))' ;;"
      }
    }
  }
}
