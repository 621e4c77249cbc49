import Foundation
import Serin
import Testing

@Suite struct GettingStartedTests {
  private func lines(of path: String) throws -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let text = try String(contentsOf: folder.appendingPathComponent(path).standardizedFileURL, encoding: .utf8)
    return text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func theCodeOfTheLandingPageIsTheCodeThatIsCompiled() throws {
    let page = try lines(of: "../../../Sources/Serin/Documentation.docc/Serin.md")
    let code = try lines(of: "GettingStarted.swift")
    let blocks = page.split(separator: "```swift").dropFirst().map { Array($0.prefix { $0 != "```" }) }
    #expect(blocks.count == 7)
    for block in blocks {
      #expect(code.contains(block), "not compiled as it stands: \(block.first ?? "")")
    }
  }

  @Test @MainActor func theCodeOfTheLandingPageWorks() async throws {
    let transport = ScriptedTransport { _, index in
      .answer(revision: Double(index), [.flag("new_checkout", properties: ["button_color": "green"]), .flag("banner")])
    }
    let bench = try Bench(transport)
    let flags = bench.client()
    let model = CheckoutModel()
    flags.addUpdateListener(model)
    flags.refresh(completion: nil)
    #expect(await waitForFlags(flags).origin == .remote)
    try await bench.settle(flags)
    #expect(model.isNew)
    var seen: [String] = []
    #expect(readFlags(flags) { seen.append("\($0) \($1)") } == [true, false])
    #expect(seen == ["green 3.0"])
    try await signInAndOut(flags)
    #expect(flags.context.userID == nil)
    #expect(makeMock().isEnabled("new_checkout", default: false))
    let url = try #require(URL(string: "http://127.0.0.1:9"))
    let client = makeClient(serverURL: url, clientKey: "key")
    #expect(client.context.attributes["country"] == "DE")
    client.close()
  }
}
