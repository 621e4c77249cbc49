import HTTP
import SerinFlags
import Testing

@testable import Server

@Suite struct OpenAPITests {
  private func document() async throws -> JSONValue {
    let answer = await (try await Fixture()).send(.get, "/api/v1/openapi.json")
    #expect(answer.status == 200)
    #expect(answer.header("content-type") == "application/json")
    return answer.json
  }

  @Test func itIsServedToAnybodyAndSaysWhatItIs() async throws {
    let document = try await document()
    #expect(document["openapi"] == "3.1.0")
    #expect(document["info"]?["version"] == "test")
    #expect(document["paths"]?[Fixture.flagsTemplate + "/{flag}/kill"]?["post"]?["operationId"] == "killFlag")
  }

  @Test func everyReferenceLeadsToASchema() async throws {
    let document = try await document()
    let known = Set((document["components"]?["schemas"]?.objectValue ?? [:]).map(\.name))
    var references: Set<String> = []
    func collect(_ json: JSONValue) {
      switch json {
      case .object(let object):
        for (name, value) in object {
          if name == "$ref", let text = value.stringValue { references.insert(text) } else { collect(value) }
        }
      case .array(let elements): elements.forEach(collect)
      default: break
      }
    }
    collect(document)
    #expect(!references.isEmpty)
    for reference in references {
      #expect(known.contains(String(reference.dropFirst("#/components/schemas/".count))), "\(reference)")
    }
  }

  @Test func everyPathParameterIsDescribed() async throws {
    for (path, item) in try await document()["paths"]?.objectValue ?? [:] {
      let named = path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
      let described = item["parameters"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
      #expect(described == named, "\(path)")
    }
  }
}
