import Testing

@testable import SerinCommand

/// What `serin serve` refuses before it opens anything.
@Suite struct ServeSettingsTests {
  @Test(arguments: [
    ("10.0.0.0/33", "10.0.0.0/33"), ("proxy.example.com", "proxy.example.com"), ("10.0.0.1, nonsense", "nonsense"),
  ])
  func `a proxy that is neither an address nor a range is a usage error`(text: String, wrong: String) async throws {
    let message = "--trusted-proxy: \"\(wrong)\" is neither an address nor a range such as 10.0.0.0/8"
    let given = try await run(["serve", "--trusted-proxy", text])
    #expect(given.code == 64)
    #expect(given.messages.contains(message))
    let variable = try await run(["serve"], environment: ["SERIN_TRUSTED_PROXIES": text])
    #expect(variable.code == 64)
    #expect(variable.messages.contains(message))
  }

  @Test(arguments: ["6", "731", "many", "30.5"])
  func `days of versions out of range are a usage error that names them`(text: String) async throws {
    let given = try await run(["serve", "--usage-version-days", text])
    #expect(given.code == 64)
    #expect(given.messages.contains("a whole number of days from 7 to 730"))
    #expect(given.messages.contains(text))
  }
}
