import Foundation
import Testing

@testable import Serin

@Suite struct TypedReadingTests {
  private let color = FlagProperty(ShopFlag.newCheckout.flag, "color", default: "blue")
  private let limit = FlagProperty(ShopFlag.newCheckout.flag, "limit", default: 3)

  private func snapshot(_ properties: JSONObject, isEnabled: Bool = true) -> FlagsSnapshot {
    FlagsSnapshot([FeatureFlag(key: "new_checkout", isEnabled: isEnabled, properties: properties)])
  }

  @Test func aValueOfTheDeclaredTypeIsRead() {
    let flags = snapshot(["color": "green", "limit": 5])
    #expect(flags.value(color) == "green")
    #expect(flags.value(limit) == 5)
  }

  /// R1.4, decision 49: another type gives the code's default and never traps.
  @Test(arguments: [nil, true, 1.5, "5", [5], ["n": 5], .number(.nan), .number(.infinity)] as [JSONValue])
  func aValueOfAnotherTypeIsTheDefault(_ json: JSONValue) {
    #expect(snapshot(["limit": json]).value(limit) == 3)
  }

  /// A literal is of the type that Swift takes it for; JSON, which literals can make too, has to be asked for.
  @Test func theTypeOfADefaultIsThatOfItsLiteral() {
    let flag = ShopFlag.newCheckout.flag
    #expect(type(of: FlagProperty(flag, "p", default: "a")) == FlagProperty<String>.self)
    #expect(type(of: FlagProperty(flag, "p", default: 1)) == FlagProperty<Int>.self)
    #expect(type(of: FlagProperty(flag, "p", default: 1.5)) == FlagProperty<Double>.self)
    #expect(type(of: FlagProperty(flag, "p", default: true)) == FlagProperty<Bool>.self)
    #expect(type(of: FlagProperty(flag, "p", default: ["a"])) == FlagProperty<[String]>.self)
  }

  @Test func aMissingFlagOrPropertyIsTheDefault() {
    #expect(FlagsSnapshot().value(limit) == 3)
    #expect(snapshot(["Limit": 5]).value(limit) == 3)
  }

  /// R1.5, SDK-27: a flag that is off has the control panel's values; without one the code's default.
  @Test func aFlagThatIsOffHasValuesToo() {
    #expect(snapshot(["limit": 4], isEnabled: false).value(limit) == 4)
    #expect(snapshot([:], isEnabled: false).value(limit) == 3)
  }

  /// Users' request 68: one value of an unknown type spoils neither the others nor their flag.
  @Test func aStrangeValueSpoilsOnlyItself() {
    let flags = FlagsSnapshot([
      FeatureFlag(key: "new_checkout", isEnabled: true, properties: ["color": ["r": 1, "g": [nil]], "limit": 5]),
      FeatureFlag(key: "free_shipping", isEnabled: true),
    ])
    #expect(flags.value(color) == "blue")
    #expect(flags.value(limit) == 5)
    #expect(flags.isEnabled(ShopFlag.newCheckout))
    #expect(flags.isEnabled(ShopFlag.freeShipping))
  }

  /// R1.6 and R1.7.
  @Test func theDeclaredDefaultIsForFlagsWithoutAnAnswer() {
    let flags = FlagsSnapshot([
      FeatureFlag(key: "NEW_CHECKOUT", isEnabled: true), FeatureFlag(key: "payment_system_enabled", isEnabled: false),
    ])
    #expect(!flags.isEnabled(ShopFlag.newCheckout.flag))
    #expect(flags.get(ShopFlag.newCheckout.flag) == nil)
    #expect(!flags.isEnabled(ShopFlag.payments.flag))
    #expect(flags.get(ShopFlag.payments.flag)?.isEnabled == false)
    #expect(FlagsSnapshot().isEnabled(ShopFlag.payments.flag))
  }

  /// Users' request 73: what an app mocks can be made by the app.
  @Test func aSnapshotIsMadeOfDeclaredFlags() {
    let flags = FlagsSnapshot(
      enabled: ShopFlag.newCheckout.flag, ShopFlag.payments.flag, disabled: [ShopFlag.payments.flag])
    #expect(flags.all.map(\.key) == ["new_checkout", "payment_system_enabled"])
    #expect(flags.isEnabled(ShopFlag.newCheckout))
    #expect(!flags.isEnabled(ShopFlag.payments), "in both lists: off")
    #expect(FlagsSnapshot(disabled: [ShopFlag.imageQuality.flag]).get("image_quality")?.variation == "off")
    #expect(FlagsSnapshot().all.isEmpty)
  }

  @Test func aSourceIsToldWhatCouldNotBeGiven() {
    struct Source: FlagReading {
      let told = Recorder<FlagFallback>()
      func get(_ key: String) -> FeatureFlag? { FeatureFlag(key: key, isEnabled: true, properties: ["limit": true]) }
      func didFallBack(_ fallback: FlagFallback) { told.add(fallback) }
    }
    let source = Source()
    let reading: any FlagReading = source
    #expect(reading.value(limit) == 3)
    #expect(
      source.told.all == [
        .wrongType(flag: ShopFlag.newCheckout.flag, property: "limit", expected: "Int", found: "the boolean true")
      ])
  }
}
