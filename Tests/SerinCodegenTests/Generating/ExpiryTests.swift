import SerinFlags
import Testing

@testable import SerinCodegen

@Suite struct ExpiryTests {
  private static let flag = #""a": {"kind": "release", "owner": "payments-team", "expires": "2026-11-01"}"#
  private static let attribute = #"@available(*, deprecated, message: "expired on 2026-11-01; owner: payments-team")"#

  @Test(arguments: [("2026-10-31", false), ("2026-11-01", true), ("2027-01-01", true)])
  func aFlagIsExpiredFromItsDayOn(day: String, isExpired: Bool) throws {
    let source = try source(of: Self.flag, asOf: CalendarDay(stringLiteral: day))
    #expect(source.lines.contains(Self.attribute) == isExpired)
  }

  @Test func anExpiredFlagWithoutAnOwnerSaysSo() throws {
    let source = try source(of: #""a": {"kind": "release", "expires": "2026-11-01"}"#)
    #expect(source.text.contains(#"message: "expired on 2026-11-01; no owner")"#))
  }

  @Test func aKillSwitchNeverExpires() throws {
    let source = try source(
      of: #""a": {"kind": "killSwitch", "owner": "o", "default": "on", "expires": "2020-01-01"}"#)
    #expect(!source.text.contains("@available") && source.warnings == [])
  }

  @Test func aPermissionWithAnExpiryExpires() throws {
    let source = try source(of: #""a": {"kind": "permission", "owner": "o", "expires": "2020-01-01"}"#)
    #expect(source.text.contains("deprecated"))
    #expect(source.text.contains(#"FlagKey.permission("a", default: false, owner: "o")"#))
  }

  @Test func nothingThatIsGeneratedUsesAnExpiredFlagByItsOwnName() throws {
    let source = try source(
      of: #"""
        "a": {"kind": "release", "owner": "o", "expires": "2020-01-01",
              "properties": {"p": {"type": "number", "default": 1}}}
        """#)
    #expect(!source.text.contains("FlagKey.a"))
    #expect(source.lines.contains("ExpiredDeclarations.a,"))
    #expect(source.lines.filter { $0.hasPrefix("@available(*, deprecated") }.count == 2)
  }

  @Test func anArchivedFlagIsLeftOutUnlessItIsToBeAnError() throws {
    let flag = #""a": {"kind": "release", "owner": "o", "expires": "2020-01-01", "archived": true}"#
    #expect(try !source(of: flag).text.contains(#""a""#))
    var options = GeneratorOptions()
    options.archived = .error
    let lines = try source(of: flag, options: options).lines
    #expect(lines.contains(#"@available(*, unavailable, message: "flag a is archived; owner: o")"#))
    #expect(lines.contains { $0.hasPrefix("nonisolated static var a: FlagKey { FlagKey.release(") })
    #expect(lines.contains("nonisolated static let allDeclared: [FlagKey] = []"))
  }

  @Test func anArchivedFlagWithPropertiesIsNamedSoThatNoPropertyOfAKeyIsMeant() throws {
    let properties = #"{"p": {"type": "number", "default": 1}}"#
    let flag = #""owner": {"kind": "ops", "owner": "o", "archived": true, "properties": \#(properties)}"#
    var options = GeneratorOptions()
    options.archived = .error
    let lines = try source(of: flag, options: options).lines
    let property = #"FlagProperty<Double>(ExpiredDeclarations.owner, "p", default: 1)"#
    #expect(lines.contains("nonisolated static let p = \(property)"))
    #expect(lines.contains(#"nonisolated static let owner = FlagKey.ops("owner", default: false, owner: "o")"#))
    #expect(lines.contains("/// Archived flags under names that do not warn."))
  }

  @Test func anArchivedFlagIsWarnedOfInNoWay() throws {
    let flag = #""a": {"kind": "release", "archived": true}"#
    var options = GeneratorOptions()
    options.archived = .error
    #expect(try source(of: flag, options: options).warnings == [])
  }
}
