import SerinFlags
import Testing

@Suite struct ListHashTests {
  @Test func buildsTheSameListWithEveryEngine() throws {
    var lists: [IDList] = []
    for (_, engine) in EngineAgreementTests.engines {
      var builder = IDListBuilder(environmentID: "e_7c1d", engine: engine)
      for length in 1...256 { try builder.add(String(repeating: "x", count: length)) }
      lists.append(try builder.finish())
      #expect(lists.last?.digest(engine: engine) == lists.first?.digest)
    }
    #expect(lists.allSatisfy { $0 == lists.first && $0.count == 256 })
  }
}
