import TestPlantedPackage
import Testing

@testable import CodeReferences

/// Keys that properties and experiments carry.
@Suite struct CarriedKeyTests {
  @Test func `static members of the carrying types are found where they are made and where they are read`() {
    #expect(
      difference(
        """
        extension FlagProperty where Value == Int {
          static let maxItems = FlagProperty(⟦generated new_checkout⟧.newCheckout, "max_items", default: 3)
        }
        extension FlagProperty<String> {
          static let color = Self(⟦generated new_checkout⟧.newCheckout, "color", default: "blue")
          static let font: Self = .init(⟦generated dark-mode⟧.darkMode, "font", default: "plain")
          static var shade: FlagProperty<String> { .init(⟦generated dark-mode⟧.darkMode, "shade", default: "black") }
        }
        extension Experiment where Arm == Layout {
          static let layout = Experiment(⟦generated payments⟧.payments, control: .plain)
          static let theme = Self(⟦generated dark-mode⟧.darkMode, control: .plain)
        }
        _ = flags.value(⟦generated new_checkout⟧.maxItems); _ = flags.value(⟦generated new_checkout⟧.color)
        _ = flags.value(⟦generated dark-mode⟧FlagProperty<String>.font)
        _ = flags.value(⟦generated dark-mode⟧FlagProperty.shade)
        _ = flags.assignment(in: ⟦generated payments⟧.layout); _ = flags.assignment(in: ⟦generated dark-mode⟧Experiment.theme)
        """) == .none)
  }

  @Test func `initialisers without their type are found where the type is written`() {
    #expect(
      difference(
        """
        let size: FlagProperty<Int> = .init(⟦generated new_checkout⟧.newCheckout, "size", default: 3)
        let all: [FlagProperty<Int>] = [
          .init(⟦generated new_checkout⟧.newCheckout, "size", default: 3), ⟦generated new_checkout⟧size,
        ]
        let layout: Experiment<Layout> = .init(⟦generated dark-mode⟧.darkMode, control: .plain)
        func show(_ property: FlagProperty<Int>) {}
        show(.init(⟦generated payments⟧.payments, "size", default: 3)); show(⟦generated new_checkout⟧size)
        _ = flags.value(.init(⟦generated payments⟧.payments, "size", default: 3))
        let list = [FlagProperty(⟦generated payments⟧.payments, "size", default: 3)]
        """) == .none)
  }

  @Test func `Self is the type around it`() {
    #expect(
      difference(
        """
        extension FlagKey { static let favorite: Self = ⟦generated payments⟧.payments; static let all: [Self] = [⟦generated dark-mode⟧.darkMode] }
        struct Tab { static let favorite: Self = .payments }
        """) == .none)
  }

  @Test func `members of other types by the same names are not`() {
    #expect(
      difference(
        """
        extension FlagProperty { static let color = Self(⟦generated new_checkout⟧.newCheckout, "color", default: "blue") }
        extension Theme { static let plain = Self(.newCheckout, "color", default: "blue"); static let next: Self = .color }
        theme = .color; _ = form.value(.color); _ = list.assignment(of: .color)
        let tab: Tab = .init(.newCheckout, "color", default: "blue")
        """) == .none)
  }
}
