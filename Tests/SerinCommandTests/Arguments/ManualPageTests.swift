import Foundation
import Testing

@testable import SerinCommand

@Suite struct ManualPageTests {
  private static let groff = ["/usr/bin/groff", "/usr/local/bin/groff", "/opt/homebrew/bin/groff"]
    .first(where: FileManager.default.isExecutableFile)

  @Test func `the page has every command, option, variable and exit code`() async throws {
    let page = try await run(["man"])
    #expect(page.code == 0 && page.messages.isEmpty)
    #expect(page.output.hasPrefix(".TH SERIN 1 "))
    for section in ["NAME", "SYNOPSIS", "COMMANDS", "EXIT STATUS", "ENVIRONMENT"] {
      #expect(page.output.contains("\n.SH \(section)\n"))
    }
    let plain = page.output.replacingOccurrences(of: "\\-", with: "-")
    for description in CommandRegistry.standard.descriptions {
      #expect(plain.contains("\n.SS \"serin \(description.name)\"\n"))
      for option in description.allOptions {
        #expect(plain.contains(option.dashed))
        if let variable = option.variable { #expect(plain.contains("\n.B \(variable)\n")) }
      }
    }
    for (code, _) in ExitCode.documented { #expect(plain.contains("\n.B \(code.rawValue)\n")) }
    #expect(plain.contains("\n.B NO_COLOR\n"))
  }

  @Test func `no text begins a request by mistake, and all is ASCII`() async throws {
    let requests: Set<String> = [".TH", ".SH", ".SS", ".B", ".BI", ".I", ".TP", ".PP", ".nf", ".fi", ".RS", ".RE"]
    for line in try await run(["man"]).output.split(separator: "\n") {
      #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(line)")
      if line.hasPrefix(".") || line.hasPrefix("'") {
        #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
      }
    }
  }

  @Test(.enabled(if: groff != nil)) func `groff renders it without a warning`() async throws {
    let outcome = try Binary.run(
      ["-man", "-Tascii", "-ww"], input: try await run(["man"]).output, program: try #require(Self.groff))
    #expect(outcome.code == 0)
    #expect(outcome.messages == "")
    #expect(outcome.output.contains("--format"))
    #expect(outcome.output.contains("Usage") == false)
  }
}
