/// All flags of an app, or of a part of it, in one enum.
///
/// ```swift
/// enum ShopFlag: String, FlagCatalog {
///   case newCheckout = "new_checkout"
///   case payments = "payment_system_enabled"
///
///   var flag: FlagKey {
///     switch self {
///     case .newCheckout: .release(rawValue, owner: "payments-team", expires: "2027-03-01")
///     case .payments: .killSwitch(rawValue, owner: "payments-team")
///     }
///   }
/// }
/// if flags.isEnabled(ShopFlag.newCheckout) { showNewCheckout() }
/// ```
public protocol FlagCatalog: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  /// What the case declares.
  var flag: FlagKey { get }
}

extension FlagCatalog {
  /// Every flag of the catalog, for ``FeatureFlags/Configuration/declared``.
  public static var allFlags: [FlagKey] { allCases.map(\.flag) }

  /// The flags that are expired on a day, in the order of the cases; each says its owner and its day.
  ///
  /// A flag is expired from its expiry on; one whose expiry is no day that exists is expired on every day.
  public static func expired(on day: CalendarDay) -> [FlagExpiry] {
    allFlags.expired(on: day)
  }
}
