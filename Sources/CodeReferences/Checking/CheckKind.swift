/// What can be wrong between code and a document of flags.
package enum CheckKind: String, Sendable, Hashable, CaseIterable {
  /// A flag's day has passed.
  case expired
  /// Code names a flag that is archived.
  case archivedInUse = "archived-in-use"
  /// Code names a flag that is not in the document.
  case unknownFlag = "unknown-flag"
  /// No code uses a flag of the document.
  case unusedFlag = "unused-flag"
  /// Code gives a flag or a property another default than the document.
  case defaultDiffers = "default-differs"

  /// How bad it is unless somebody says otherwise.
  package var usualSeverity: Severity {
    switch self {
    case .archivedInUse, .unknownFlag: .error
    case .expired, .unusedFlag, .defaultDiffers: .warning
    }
  }
}

/// How bad something is.
package enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
  /// It is not looked for.
  case off
  /// Worth knowing.
  case notice
  /// To be put right before long.
  case warning
  /// To be put right now.
  case error

  /// Orders them from ``off`` to ``error``.
  package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .off: 0
    case .notice: 1
    case .warning: 2
    case .error: 3
    }
  }
}
