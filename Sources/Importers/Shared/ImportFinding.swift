/// Something that has no equal in Serin, or that means something else there.
public struct ImportFinding: Sendable, Hashable, CustomStringConvertible {
  /// Where in the source document: `features[3].strategies[0].name`; empty when it concerns the whole document.
  public var path: String
  /// What it is and why it could not be taken over as it stands.
  public var message: String
  /// What that means for the import.
  public var effect: Effect

  /// What a finding means for the import.
  public enum Effect: String, Sendable, Hashable, CaseIterable {
    /// The flag is not imported: it would answer differently from its source.
    case flagLeftOut
    /// The flag is imported, with the difference that the message states.
    case changed
    /// Nothing that decides an answer is lost.
    case note
  }

  /// Creates a finding.
  public init(path: String, message: String, effect: Effect) {
    self.path = path
    self.message = message
    self.effect = effect
  }

  /// Path, effect and message on one line.
  public var description: String {
    let words =
      switch effect {
      case .flagLeftOut: "flag left out"
      case .changed: "changed"
      case .note: "note"
      }
    return path.isEmpty ? "\(words): \(message)" : "\(path): \(words): \(message)"
  }
}
