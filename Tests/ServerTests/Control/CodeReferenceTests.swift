import HTTP
import SerinFlags
import Store
import Testing

@testable import Server

@Suite struct CodeReferenceTests {
  private static let path = "/api/v1/projects/shop/code-references"
  private static let ofFlag = "/api/v1/projects/shop/flags/new_checkout/code-references"
  private static let place =
    #"{"flag":"new_checkout","file":"App/A b.swift","line":12,"column":9,"kind":"literal","snippet":"x"}"#

  private static func body(
    _ references: String, branch: String = "main", commit: String = "1a2b3c", more: String = ""
  ) -> String {
    #"{"repository":"acme/shop","branch":"\#(branch)","commit":"\#(commit)","references":[\#(references)]\#(more)}"#
  }

  @Test func `what was sent is found by its flag, with an address for each line`() async throws {
    let fixture = try await Fixture()
    let link = #","link":"https://git.example.com/shop/blob/{commit}/{file}#L{line}""#
    let sent = await fixture.control(.put, Self.path, Self.body(Self.place, more: link))
    #expect(sent.status == 200, "\(sent.text)")
    #expect(sent["references"] == 1)
    #expect(sent["bytes"] == .number(Double("new_checkoutApp/A b.swiftliteralx".utf8.count + 64)))
    let found = await fixture.control(.get, Self.ofFlag)
    #expect(found["total"] == 1)
    let scan = found["scans"]?[0]
    #expect(scan?["repository"] == "acme/shop" && scan?["branch"] == "main" && scan?["commit"] == "1a2b3c")
    #expect(
      scan?["references"]?[0] == [
        "file": "App/A b.swift", "line": 12, "column": 9, "kind": "literal", "snippet": "x",
        "url": "https://git.example.com/shop/blob/1a2b3c/App/A%20b.swift#L12",
      ])
    let scans = await fixture.control(.get, Self.path)
    #expect(scans["scans"]?.arrayValue?.count == 1)
    #expect(scans["scans"]?[0]?["references"] == 1)
    #expect(await fixture.control(.get, "/api/v1/projects/shop/flags/nobody/code-references")["total"] == 0)
  }

  @Test func `a branch is replaced as a whole, and leaves an audit row unless nothing changed`() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.control(.put, Self.path, Self.body(Self.place)).status == 200)
    #expect(await fixture.control(.put, Self.path, Self.body(Self.place, branch: "next")).status == 200)
    #expect(await fixture.control(.put, Self.path, Self.body(Self.place)).status == 200)
    let more = #","reason":"nightly""#
    #expect(await fixture.control(.put, Self.path, Self.body("", commit: "2", more: more)).status == 200)
    let found = await fixture.control(.get, Self.ofFlag)
    #expect(found["scans"]?.arrayValue?.map { $0["branch"] } == ["next"])
    let audit = await fixture.control(.get, "/api/v1/projects/shop/audit?object=code:acme/shop@main")
    let rows = audit["entries"]?.arrayValue ?? []
    #expect(rows.map { $0["action"] } == ["code.replace", "code.replace"])
    #expect(rows.last?["reason"] == "nightly")
    #expect(rows.last?["before"]?["codeScan"]?["references"] == 1)
    #expect(rows.last?["after"]?["codeScan"]?["commit"] == "2")
  }

  @Test func `a branch that is gone is forgotten`() async throws {
    let fixture = try await Fixture()
    #expect(await fixture.control(.put, Self.path, Self.body(Self.place)).status == 200)
    let gone = #"{"repository":"acme/shop","branch":"main"}"#
    #expect(await fixture.control(.delete, Self.path, gone).status == 204)
    #expect(await fixture.control(.get, Self.ofFlag)["total"] == 0)
    #expect(await fixture.control(.delete, Self.path, gone).status == 404)
    let nameless = await fixture.control(.delete, Self.path, #"{"branch":"main"}"#)
    #expect(nameless.faults.hasPrefix("repository: must be 1 to 200 bytes of text"))
    let odd = await fixture.control(.delete, Self.path, #"{"repository":"acme\u0000","branch":"main"}"#)
    #expect(odd.status == 422)
    #expect(odd.faults.hasPrefix("repository: must be 1 to 200 bytes of text"))
  }

  @Test(arguments: [
    (#"{"repository":"","branch":"b","commit":"c","references":[]}"#, "repository: must be 1 to 200 bytes of text"),
    (#"{"repository":"r","commit":"c","references":[]}"#, "branch: must be 1 to 255 bytes of text"),
    (#"{"repository":"r","branch":"b","commit":"a\nb","references":[]}"#, "commit: must be 1 to 64 bytes of text"),
    (#"{"repository":"r","branch":"b","commit":"c"}"#, "references: is required: an array"),
    (#"{"repository":"r","branch":"b","commit":"c","references":[],"links":1}"#, "links: is not a known member"),
    (body("7"), "references[0]: must be an object"),
    (body(place.replacing("\"line\":12", with: "\"line\":0")), "references[0].line: must be a whole number from 1"),
    (body(place.replacing("\"column\":9", with: "\"column\":1.5")), "references[0].column: must be a whole number"),
    (body(place.replacing("literal", with: "guess")), "references[0].kind: must be one of: literal, generated"),
    (body(place.replacing("App/", with: "../")), "references[0].file: must be a path from the repository's root"),
    (body(place.replacing("App/", with: "/")), "references[0].file: must be a path from the repository's root"),
    (body(place.replacing("new_checkout", with: "")), "references[0].flag: must be a flag's key"),
    (body(place.replacing("\"kind\"", with: "\"sort\":1,\"kind\"")), "references[0].sort: is not a known member"),
    (body(place.replacing(",\"snippet\":\"x\"", with: "")), "references[0].snippet: must be at most 4000 bytes"),
    (body(place + "," + place), "references[1]: is the flag and place of references[0]"),
    (body("", more: #","link":"javascript:alert(1)//{file}""#), "link: must begin with https:// or http://"),
    (body("", more: #","link":7"#), "link: must be a string"),
  ])
  func `what is wrong is named, and nothing is written`(body: String, fault: String) async throws {
    let fixture = try await Fixture()
    let answer = await fixture.control(.put, Self.path, body)
    #expect(answer.status == 422, "\(answer.text)")
    #expect(answer.faults.contains(fault), "\(answer.faults)")
    #expect(await fixture.control(.get, Self.path)["scans"] == [])
  }

  @Test func `there is a limit to places, and every branch counts`() async throws {
    let fixture = try await Fixture()
    let places = (1...CodeReferenceLimits.places + 1).map {
      #"{"flag":"f","file":"A.swift","line":\#($0),"column":1,"kind":"literal","snippet":""}"#
    }
    let most = await fixture.control(.put, Self.path, Self.body(places.dropLast().joined(separator: ",")))
    #expect(most["references"] == .number(Double(CodeReferenceLimits.places)))
    let tooMany = await fixture.control(.put, Self.path, Self.body(places.joined(separator: ",")))
    #expect(tooMany.faults == "references: has 20001 elements; at most 20000 are taken")
    let many = await fixture.control(.get, "/api/v1/projects/shop/flags/f/code-references?limit=3")
    #expect(many["total"] == 20_000)
    #expect(many["scans"]?[0]?["references"]?.arrayValue?.count == 3)
    #expect(await fixture.control(.get, Self.ofFlag + "?limit=1001").status == 400)
    for number in 1..<CodeScanLimits.standard.branches {
      #expect(await fixture.control(.put, Self.path, Self.body("", branch: "b\(number)")).status == 200)
    }
    let oneMore = await fixture.control(.put, Self.path, Self.body("", branch: "one more"))
    #expect(oneMore.status == 409)
    #expect(
      oneMore["detail"]
        == "the project would have 501 branches with code references; at most 500 are kept. Delete a branch that is gone"
    )
    #expect(await fixture.control(.put, Self.path, Self.body("", branch: "b7", commit: "2")).status == 200)
  }

  @Test func `only an admin token of the project may`() async throws {
    let fixture = try await Fixture()
    for method in [HTTPMethod.get, .put, .delete] {
      #expect(await fixture.send(method, Self.path, Self.body(""), token: fixture.clientKey).status == 403)
      #expect(await fixture.send(method, Self.path, Self.body("")).status == 401)
    }
    #expect(await fixture.send(.get, Self.ofFlag, token: fixture.clientKey).status == 403)
    #expect(await fixture.control(.put, "/api/v1/projects/none/code-references", Self.body("")).status == 404)
  }
}
