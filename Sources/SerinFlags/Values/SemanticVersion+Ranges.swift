// The ranges of npm's `semver` package: https://github.com/npm/node-semver#advanced-range-syntax
extension SemanticVersion {
  /// Whether the version is within `~base`: patch updates when a minor number is written, minor updates when not.
  ///
  /// `~1.2.3` is from 1.2.3 to below 1.3.0, `~1.2` the same from 1.2.0, `~1` is from 1.0.0 to below 2.0.0. A
  /// pre-release is within only when the base is a pre-release of the same three numbers: `~1.2.3-beta.2` holds
  /// 1.2.3-beta.4 but not 1.2.4-beta.2.
  public func isWithinTilde(of base: SemanticVersion) -> Bool {
    guard self >= base, isPrereleaseAllowed(by: base), major == base.major else { return false }
    return base.writtenNumbers == 1 || minor == base.minor
  }

  /// Whether the version is within `^base`: no change of the leftmost number that is not zero.
  ///
  /// `^1.2.3` is from 1.2.3 to below 2.0.0, `^0.2.3` to below 0.3.0, `^0.0.3` to below 0.0.4; numbers that are not
  /// written may change: `^0.0` is below 0.1.0, `^0` is below 1.0.0. Pre-releases as in ``isWithinTilde(of:)``.
  public func isWithinCaret(of base: SemanticVersion) -> Bool {
    guard self >= base, isPrereleaseAllowed(by: base), major == base.major else { return false }
    if base.major > 0 || base.writtenNumbers == 1 { return true }
    guard minor == base.minor else { return false }
    return base.minor > 0 || base.writtenNumbers == 2 || patch == base.patch
  }

  private func isPrereleaseAllowed(by base: SemanticVersion) -> Bool {
    !isPrerelease || (base.isPrerelease && hasSameNumbers(as: base))
  }
}
