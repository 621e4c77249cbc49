import Foundation
import SerinFlags

/// The page's style sheet, inside the page: its hash is in the content security policy.
enum PageStyle {
  /// The style sheet.
  static let css: StaticMarkup = """
    :root{color-scheme:light dark;--line:#d5d9de;--quiet:#5c6670;--on:#176b35;--off:#5c6670;--some:#7a4d00;--bad:#a3161f}
    @media(prefers-color-scheme:dark){:root{--line:#3a424b;--quiet:#a3adb8;--on:#6fd08c;--off:#a3adb8;--some:#f0be69;--bad:#ff8f8a}}
    body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:0 auto;padding:1.5rem}
    h1{margin:0;font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}header p,footer p,small{color:var(--quiet)}
    .scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}
    th,td{text-align:left;padding:.45rem .9rem .45rem 0;border-bottom:1px solid var(--line);font-weight:400;vertical-align:top}
    thead th{font-weight:600}small{font-weight:400;white-space:nowrap}code{font-family:ui-monospace,monospace;font-size:.92em}
    .on{color:var(--on)}.off{color:var(--off)}.some{color:var(--some)}.bad{color:var(--bad);font-weight:600}
    """

  /// SHA-256 of the style sheet in base 64, as a content security policy names it.
  static let hash = Data(SHA256.hash(Array(css.text.utf8))).base64EncodedString()
}
