internal import SerinFlags

/// One flag as generated code declares it.
struct FlagDeclaration {
  /// Whether the compiler has something to say at each use.
  enum State {
    case current, expired, archived
  }

  let flag: FlagDefinition
  let state: State
  let access: GeneratorOptions.AccessLevel
  /// The type with the flag's properties and variations.
  let type: SwiftName
  private let name: SwiftName

  /// The type that holds flags under names of which the compiler says nothing.
  static let quietType = "ExpiredDeclarations"
  /// The expiry of a flag of a kind that must have one in the code, and has none in the document.
  private static let noExpiry = "9999-12-31"

  /// Describes a declaration.
  ///
  /// - Parameters:
  ///   - flag: The flag; an archived one is declared unavailable.
  ///   - name: Its own name.
  ///   - type: That of the type with what it carries.
  ///   - access: Who may use it.
  ///   - day: The day on which it counts as expired or not.
  init(
    _ flag: FlagDefinition, name: SwiftName, type: SwiftName, access: GeneratorOptions.AccessLevel, day: CalendarDay
  ) {
    self.flag = flag
    self.name = name
    self.type = type
    self.access = access
    state = flag.isArchived ? .archived : flag.isExpired(on: day) ? .expired : .current
  }

  /// What the document should say better.
  var warnings: [String] {
    var warnings: [String] = []
    if state != .archived, needsExpiry, flag.expiryDay == nil {
      warnings.append("flag \(flag.key), \(flag.ownerInWords): a \(flag.kind.rawValue) flag should have `expires`")
    }
    if state != .archived, flag.kind == .killSwitch, !flag.isDefaultEnabled {
      warnings.append(
        "flag \(flag.key), \(flag.ownerInWords): a kill switch is on in the code while it has no answer, but its"
          + " `default` is off")
    }
    return warnings + typeWarnings
  }

  /// Whether the flag is also declared under a name of which the compiler says nothing.
  ///
  /// An archived flag's own name would not do: where `FlagKey` has a property of that name, such as `owner`, the compiler takes
  /// the property for the flag that is unavailable.
  var isDeclaredQuietly: Bool {
    switch state {
    case .current: false
    case .expired: true
    case .archived: !flag.properties.isEmpty
    }
  }

  /// How generated code itself names the flag, so that the compiler says nothing.
  var quietExpression: String {
    isDeclaredQuietly ? "\(Self.quietType).\(name.declared)" : "FlagKey.\(name.declared)"
  }

  /// The flag's own name, for comments.
  var title: String { SourceComment.code(name.text) }

  /// Writes the flag's key.
  func writeKey(to writer: inout SourceWriter) {
    writer.lines(SourceComment.documentation(flag.description))
    if !SourceComment.documentation(flag.description).isEmpty { writer.line("///") }
    writer.line("/// \(summary)")
    writer.lines(availability)
    let start = "nonisolated \(access.prefix)static"
    switch state {
    case .current: writer.line("\(start) let \(name.declared) = \(construction)")
    case .expired: writer.line("\(start) let \(name.declared) = \(quietExpression)")
    case .archived: writer.line("\(start) var \(name.declared): FlagKey { \(construction) }")
    }
  }

  /// Writes the flag's key under the name of which the compiler says nothing.
  func writeQuietKey(to writer: inout SourceWriter) {
    writer.line("nonisolated static let \(name.declared) = \(construction)")
  }

  /// The attribute for which the compiler says something at each use; none for a flag as it should be.
  var availability: [String] {
    switch state {
    case .current: []
    case .expired: ["@available(*, deprecated, message: \(SwiftLiteral.string(flag.expiryMessage)))"]
    case .archived: ["@available(*, unavailable, message: \(SwiftLiteral.string(flag.archivedMessage)))"]
    }
  }

  private var summary: String {
    let owner = flag.owner.isEmpty ? "without an owner" : "of \(SourceComment.line(flag.owner))"
    let expiry = flag.expiryDay.map { ", to be gone from the code on \($0)" } ?? ""
    return "\(SourceComment.code(flag.key)), \(flag.kind.inWords) \(owner)\(expiry)."
  }

  private var needsExpiry: Bool { flag.kind == .release || flag.kind == .experiment }

  private var construction: String {
    var arguments = [SwiftLiteral.string(flag.key)]
    switch flag.kind {
    case .release, .experiment, .ops, .permission: arguments.append("default: \(flag.defaultInCode)")
    case .killSwitch: break
    }
    arguments.append("owner: \(SwiftLiteral.string(flag.ownerInWords))")
    if needsExpiry || flag.kind == .ops, let day = flag.expiryDay?.description ?? (needsExpiry ? Self.noExpiry : nil) {
      arguments.append("expires: \(SwiftLiteral.string(day))")
    }
    return "FlagKey.\(flag.kind.rawValue)(\(arguments.joined(separator: ", ")))"
  }
}

extension FlagKind {
  /// The kind with its article.
  fileprivate var inWords: String {
    switch self {
    case .release: "a release flag"
    case .experiment: "an experiment"
    case .killSwitch: "a kill switch"
    case .ops: "an ops flag"
    case .permission: "a permission flag"
    }
  }
}
