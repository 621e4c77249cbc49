import Foundation
import Testing

@testable import Serin

@Suite struct SystemHostTests {
  private let host = SystemHost()

  @Test func theSystemHasANameAndAVersion() {
    #expect(host.osVersion.split(separator: ".").count == 3)
    #expect(["Linux", "macOS"].contains(host.osName))
  }

  @Test func theTimeZoneIsOneThatTheSystemKnows() {
    #expect(TimeZone(identifier: host.timeZone) != nil)
  }

  @Test(arguments: [
    ("de_CH", "de-CH"), ("en_001", "en-001"), ("zh-Hans_CN@calendar=chinese", "zh-Hans-CN"), ("en_US.UTF-8", "en-US"),
    ("", ""),
  ]) func aLocaleIsALanguageTag(_ identifier: String, _ tag: String) {
    #expect(SystemHost.tag(ofLocale: identifier) == tag)
  }
}
