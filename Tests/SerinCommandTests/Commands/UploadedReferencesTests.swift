import SerinFlags
import Store
import Testing

@testable import CodeReferences
@testable import SerinCommand

@Suite struct UploadedReferencesTests {
  private static func places(_ count: Int, snippet: String = "") -> [CodeReference] {
    (0..<count).map { number in
      CodeReference(flag: "f", file: "A.swift", line: number + 1, column: 1, kind: .literal, snippet: snippet)
    }
  }

  @Test func `what is over the number of places is left out`() {
    let all = Self.places(CodeReferenceLimits.places + 3)
    let sent = UploadedReferences(all, prefix: "", room: .max)
    #expect(sent.elements == all.prefix(CodeReferenceLimits.places).map(\.json))
    #expect(
      sent.remarks == ["3 places are left out, the first at A.swift:20001:1: a branch has at most 20000"])
    #expect(UploadedReferences(Array(all.dropLast(3)), prefix: "", room: .max).remarks == [])
  }

  @Test func `what does not fit into a request is left out`() {
    let all = Self.places(9, snippet: "\u{1}\u{1}")
    let size = all[0].json.serialized().count + 1
    for (room, count) in [(size * 4 - 1, 3), (size * 4, 4), (size * 9, 9), (0, 0)] {
      let sent = UploadedReferences(all, prefix: "", room: room)
      #expect(sent.elements.count == count)
      #expect(sent.leftOut.map(\.count) == (count == 9 ? [] : [9 - count]))
      #expect(JSONValue.array(sent.elements).serialized().count <= max(room, 0) + 2)
    }
    #expect(
      UploadedReferences(all, prefix: "Sources/", room: 0).remarks == [
        "9 places are left out, the first at Sources/A.swift:1:1: a request has at most 33554432 bytes"
      ])
  }

  @Test func `one of two that have the same flag and place is left out`() {
    let sent = UploadedReferences(Self.places(1) + Self.places(2), prefix: "", room: .max)
    #expect(sent.elements.count == 2)
    #expect(sent.remarks == ["1 place is left out, at A.swift:1:1: another one has the same flag and place"])
  }

  // The rules are those of the store: a place of each fault is left out, and one without is sent as it is.
  @Test func `every fault that a place can have leaves it out`() {
    let good = Self.places(1)[0]
    var faulty = Array(repeating: good, count: 6)
    faulty[0].flag = ""
    faulty[1].file = String(repeating: "a", count: 1_001)
    faulty[2].file = "../A.swift"
    faulty[3].file = "a//b"
    faulty[4].line = 1_000_000_001
    faulty[5].column = 0
    let sent = UploadedReferences(faulty + [good], prefix: "", room: .max)
    #expect(sent.elements == [good.json])
    #expect(
      sent.leftOut.map(\.reason) == [
        .fault(.flag), .fault(.file), .fault(.path), .fault(.line), .fault(.column),
      ])
    #expect(sent.leftOut.map(\.count) == [1, 1, 2, 1, 1])
  }
}
