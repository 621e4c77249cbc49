import Serin

/// The flags of an app, in the one-enum style; one of each kind.
enum ShopFlag: String, FlagCatalog {
  case newCheckout = "new_checkout"
  case recommendations
  case payments = "payment_system_enabled"
  case imageQuality = "image_quality"
  case freeShipping = "free_shipping"

  var flag: FlagKey {
    switch self {
    case .newCheckout: .release(rawValue, owner: "payments-team", expires: "2027-03-01")
    case .recommendations: .experiment(rawValue, owner: "shop-team", expires: "2026-12-31")
    case .payments: .killSwitch(rawValue, owner: "payments-team")
    case .imageQuality: .ops(rawValue, default: true, owner: "media-team", expires: "2026-12-30")
    case .freeShipping: .permission(rawValue, owner: "shop-team")
    }
  }
}
