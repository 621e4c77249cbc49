import Testing

@testable import SerinCommand

@Suite struct ExitCodeTests {
  @Test func `every code has one meaning`() {
    let codes = ExitCode.documented.map(\.code)
    #expect(codes.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 64, 65, 73])
    #expect(Set(codes).count == codes.count)
    #expect(ExitCode.findings != .refused && ExitCode.findings.rawValue == 6)
  }

  @Test func `no answer of a server is taken for a finding`() {
    #expect((300..<600).allSatisfy { ExitCode(status: $0) != .findings })
  }
}
