import TestPlantedPackage
import Testing

@testable import CodeReferences

@Suite struct CatalogTests {
  private let catalog = """
    enum ShopFlag: String, FlagCatalog {
      case newCheckout = ⟦declaration new_checkout⟧"new_checkout", ⟦declaration search⟧search
      case payments = ⟦declaration payment_system⟧"payment_system"

      var flag: FlagKey {
        switch self {
        case .newCheckout: .release(rawValue, owner: "shop", expires: "2027-03-01")
        case .search, .payments: .killSwitch(rawValue, owner: "shop")
        }
      }
      static let first: ShopFlag = ⟦catalog search⟧.search
    }
    """

  @Test func `cases declare, and uses by the enum's name are found`() {
    #expect(
      difference([
        MarkedSource("A.swift", catalog),
        MarkedSource(
          "B.swift",
          """
          if flags.isEnabled(⟦catalog new_checkout⟧ShopFlag.newCheckout) {}
          _ = flags.isEnabled(⟦literal new_checkout⟧ShopFlag.newCheckout.rawValue, default: true)
          let all = [⟦catalog search⟧ShopFlag.search, ⟦catalog payment_system⟧.payments]
          func gate(_ flag: ShopFlag) -> ShopFlag { ⟦catalog search⟧.search }
          gate(⟦catalog payment_system⟧App.ShopFlag.payments); gate(⟦catalog search⟧.search)
          _ = ShopFlag.allCases; _ = ShopFlag.expired(on: .today()); _ = Tab.search; tab = .payments
          """),
      ]) == .none)
  }

  @Test func `conformance may be said elsewhere, and other enums are no catalogs`() {
    #expect(
      difference([
        MarkedSource("A.swift", "enum Early: String { case one = ⟦declaration 1⟧\"1\", `two` = ⟦declaration 2⟧\"2\" }"),
        MarkedSource("B.swift", "extension App.Early: Sendable, FlagCatalog { var flag: FlagKey { f() } }"),
        MarkedSource(
          "C.swift", "enum Tab: String { case search = \"search\" }\n_ = Tab.search; _ = ⟦catalog 2⟧Early.two"),
        MarkedSource("D.swift", "enum Number: Int, FlagCatalogs { case one = 1 }\n_ = Number.one"),
      ]) == .none)
  }
}
