import Store
import Testing

@testable import Server

@Suite struct TokenLimitsTests {
  @Test(
    arguments: [
      ([], [], true), ([], [.admin], true), ([.admin], [], true), ([.read], [.read], true), ([.edit], [.read], true),
      ([.release], [.read], true), ([.edit, .release], [.edit], true), ([.read], [.edit], false),
      ([.edit], [.release], false),
      ([.release], [.edit], false), ([.edit, .release], [], false), ([.edit, .release], [.admin], false),
    ] as [([TokenScope], [TokenScope], Bool)])
  func scopesCoverWhatTheyAllow(own: [TokenScope], other: [TokenScope], isCovered: Bool) {
    #expect(TokenLimits(scopes: own).covers(TokenLimits(scopes: other)) == isCovered)
  }

  @Test(
    arguments: [
      ([], [], true), ([], ["a"], true), (["a", "b"], ["a"], true), (["a"], ["a", "b"], false), (["a"], [], false),
    ] as [([String], [String], Bool)])
  func environmentsCoverThoseAmongThem(own: [String], other: [String], isCovered: Bool) {
    #expect(TokenLimits(environments: own).covers(TokenLimits(environments: other)) == isCovered)
  }
}
