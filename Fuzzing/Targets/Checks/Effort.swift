/// How much is checked of one document.
enum Effort: Equatable {
  /// Everything.
  case all
  /// What costs little, so that very many documents can be made.
  case little
}
