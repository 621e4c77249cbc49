import SerinFlags
import Testing

@Suite struct DrawUnitTests {
  private static func unit(_ algorithm: DrawAlgorithm, _ value: JSONValue, salt: String = "s") -> String? {
    PreparedDraw(algorithm, purpose: .rollout, salt: salt).unit(of: value)
  }

  @Test(arguments: DrawAlgorithm.allCases)
  func aTextIsAUnitAndAStructureIsNone(algorithm: DrawAlgorithm) {
    #expect(Self.unit(algorithm, "alice") == "alice")
    for value in [JSONValue.null, true, ["alice"], ["id": "alice"]] {
      #expect(Self.unit(algorithm, value) == nil)
    }
  }

  @Test func onlySomeSourcesTakeTheEmptyText() {
    let takers: Set<DrawAlgorithm> = [
      .unleash, .launchDarkly, .configCat, .flagsmith, .featBit, .statsig, .sha256Prefix, .djb2,
    ]
    for algorithm in DrawAlgorithm.allCases {
      #expect(Self.unit(algorithm, "") == (takers.contains(algorithm) ? "" : nil), "\(algorithm)")
    }
    #expect(Self.unit(.flagd, "", salt: "") == "")
  }

  @Test func numbersAreTextsWhereTheSourceWritesThemSo() {
    for algorithm in [DrawAlgorithm.sha256, .flagd, .eppo] { #expect(Self.unit(algorithm, 42) == nil) }
    for algorithm in [DrawAlgorithm.unleash, .launchDarkly, .growthBook1, .growthBook2, .configCat, .statsig] {
      #expect(Self.unit(algorithm, 42) == "42")
    }
    #expect(Self.unit(.launchDarkly, 1.5) == nil)
    #expect(Self.unit(.growthBook2, 1.5) == "1.5")
    #expect(Self.unit(.growthBook2, 0) == nil)
    #expect(Self.unit(.launchDarkly, 0) == "0")
    #expect(Self.unit(.launchDarkly, 1e300) == nil)
  }

  @Test func aContextWithoutUnitIsDrawnWhereTheSourceDoesSo() {
    for algorithm in DrawAlgorithm.allCases {
      let draw = PreparedDraw(algorithm, purpose: .rollout, salt: "s")
      switch algorithm {
      case .launchDarkly: #expect(draw.numberWithoutUnit == 0)
      case .featBit, .statsig: #expect(draw.numberWithoutUnit == draw.number(of: ""))
      default: #expect(draw.numberWithoutUnit == nil)
      }
    }
  }
}
