/// The text by which usage tells versions of an app apart.
///
/// Clients send it, and their keys are public, so it is bounded in length and in number.
public enum AppVersionText {
  /// Where the client said no version.
  public static let none = ""
  /// Where there were too many versions, or one that is no version.
  public static let other = "other"
  /// What stands for versions that were not seen for long, or that newer ones took the place of.
  public static let earlier = "earlier versions"
  /// How long a version may be, in bytes of UTF-8.
  public static let maximumBytes = 64

  /// The text for what a client said: as it is, or ``other`` when it is too long or has control characters.
  public static func kept(_ text: String?) -> String {
    guard var text else { return none }
    let isPlain = text.withUTF8 { bytes in
      bytes.count <= maximumBytes && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
    return isPlain ? text : other
  }

  /// Whether a text as it is kept is that of one version, and not of none or of several.
  public static func isOne(_ text: String) -> Bool {
    !text.isEmpty && ![other, earlier].contains { $0.utf8.elementsEqual(text.utf8) }
  }
}
