import Foundation
import Testing

@testable import Serin

@Suite struct SystemHostTests {
  private let host = SystemHost()

  @Test func theSystemNamesItsBootAndItsVersion() {
    #expect(host.bootID?.isEmpty == false)
    #expect(host.bootID == host.bootID)
    #expect(host.osVersion.split(separator: ".").count == 3)
    #expect(["Linux", "macOS"].contains(host.osName))
  }

  @Test func aProcessHasOneStartAndOneThatIsNotThereHasNone() throws {
    #expect(host.processID == ProcessInfo.processInfo.processIdentifier)
    let own = try #require(host.processStart(host.processID))
    #expect(host.processStart(host.processID) == own)
    #expect(host.processStart(Int32.max) == nil)
    #expect(host.processStart(0) == nil || host.processStart(0) != own)
  }

  #if os(Linux)
    @Test func theNameOfAProgramMayHoldAnything() {
      let fields = (3...52).map(String.init).joined(separator: " ")
      #expect(SystemHost.startTicks(inStat: "7 (a) (b c) \(fields)") == 22)
      #expect(SystemHost.startTicks(inStat: "7 (a)") == nil)
      #expect(SystemHost.startTicks(inStat: "") == nil)
    }
  #endif

  @Test(arguments: [
    ("de_CH", "de-CH"), ("en_001", "en-001"), ("zh-Hans_CN@calendar=chinese", "zh-Hans-CN"), ("en_US.UTF-8", "en-US"),
    ("", ""),
  ]) func aLocaleIsALanguageTag(_ identifier: String, _ tag: String) {
    #expect(SystemHost.tag(ofLocale: identifier) == tag)
  }
}
