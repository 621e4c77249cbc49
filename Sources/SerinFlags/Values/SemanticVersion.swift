/// A version with the precedence of Semantic Versioning 2.0.
///
/// `major.minor.patch`, then perhaps `-` and pre-release identifiers. A leading `v` and missing minor and patch numbers
/// are accepted (`v5.2` is `5.2.0`). Build metadata is checked for its form and then ignored, so that versions which
/// differ in nothing else are equal.
public struct SemanticVersion: Sendable, Hashable {
  /// The first number.
  public let major: UInt64
  /// The second number; 0 when it is missing.
  public let minor: UInt64
  /// The third number; 0 when it is missing.
  public let patch: UInt64
  /// The pre-release identifiers; empty for a release.
  let prerelease: [Identifier]
  /// How many of the three numbers were written, 1 to 3.
  ///
  /// A range needs to know; precedence does not look at it.
  let writtenNumbers: Int

  /// One pre-release identifier.
  enum Identifier: Sendable, Hashable {
    /// Digits only, without leading zeros, compared as a number of any size.
    case numeric(String)
    /// Anything else, compared by its ASCII bytes.
    case text(String)
  }

  init(major: UInt64, minor: UInt64, patch: UInt64, prerelease: [Identifier] = [], writtenNumbers: Int = 3) {
    self.major = major
    self.minor = minor
    self.patch = patch
    self.prerelease = prerelease
    self.writtenNumbers = writtenNumbers
  }

  /// Whether this version comes before the release of the same numbers.
  public var isPrerelease: Bool { !prerelease.isEmpty }

  /// Whether two versions have the same precedence.
  public static func == (left: SemanticVersion, right: SemanticVersion) -> Bool {
    left.hasSameNumbers(as: right) && left.prerelease == right.prerelease
  }

  /// Hashes what precedence looks at.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(major)
    hasher.combine(minor)
    hasher.combine(patch)
    hasher.combine(prerelease)
  }

  func hasSameNumbers(as other: SemanticVersion) -> Bool {
    major == other.major && minor == other.minor && patch == other.patch
  }
}

extension SemanticVersion: Comparable {
  /// Orders versions by precedence.
  ///
  /// A pre-release is before its release; identifiers are compared from left to right, numbers before text.
  public static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
    if left.major != right.major { return left.major < right.major }
    if left.minor != right.minor { return left.minor < right.minor }
    if left.patch != right.patch { return left.patch < right.patch }
    if left.prerelease.isEmpty || right.prerelease.isEmpty { return left.isPrerelease && !right.isPrerelease }
    for (leftIdentifier, rightIdentifier) in zip(left.prerelease, right.prerelease)
    where leftIdentifier != rightIdentifier {
      return leftIdentifier < rightIdentifier
    }
    return left.prerelease.count < right.prerelease.count
  }
}

extension SemanticVersion.Identifier: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.numeric(let left), .numeric(let right)):
      left.utf8.count != right.utf8.count ? left.utf8.count < right.utf8.count : left.precedesInBytes(right)
    case (.numeric, .text): true
    case (.text, .numeric): false
    case (.text(let left), .text(let right)): left.precedesInBytes(right)
    }
  }
}
