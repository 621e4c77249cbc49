import Testing

@testable import SerinCommand

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("lst", "list"), ("ilst", "list"), ("LIST", "list"), ("shwo", "show"), ("aply", "apply"), ("killl", "kill"),
  ])
  func nearNameIsFound(typed: String, name: String) {
    #expect(NearestName.of(typed, in: ["list", "show", "create", "apply", "kill", "unkill"]) == name)
  }

  @Test(arguments: ["", "xyz", "zzzzzz", "flags"])
  func farNameIsNotGuessed(typed: String) {
    #expect(NearestName.of(typed, in: ["list", "show", "create"]) == nil)
  }

  @Test func firstOfEquallyNearNamesIsTaken() {
    #expect(NearestName.of("kil", in: ["kill", "kiln"]) == "kill")
    #expect(NearestName.of("kil", in: ["kiln", "kill"]) == "kiln")
  }
}
