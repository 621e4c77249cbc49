public import Observation

/// Flags for SwiftUI and whatever else tracks what it reads: only a view that read a changed key is drawn again.
///
/// ```swift
/// @State private var flags = ObservableFlags(client)
///
/// var body: some View {
///   if flags.isEnabled("new_checkout", default: false) { NewCheckout() } else { Checkout() }
/// }
/// ```
///
/// Reading is a reading of the client, with all that belongs to it; reading the client itself is not tracked. It keeps
/// the client.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
public final class ObservableFlags: Observable {
  /// The client that the flags come from.
  public nonisolated let flags: FeatureFlags
  private let registrar = ObservationRegistrar()
  private let relay = Relay()

  /// Follows a client from now on.
  public init(_ flags: FeatureFlags) {
    self.flags = flags
    relay.owner = self
    flags.addUpdateListener(relay)
  }

  /// The flag of exactly that key; nil as the client's ``FeatureFlags/get(_:)`` has it.
  public func get(_ key: String) -> FeatureFlag? {
    track(key)
    return flags.get(key)
  }

  /// Whether the flag of that key is on.
  ///
  /// - Parameters:
  ///   - key: The flag's exact key.
  ///   - defaultValue: The answer when ``get(_:)`` has none.
  public func isEnabled(_ key: String, default defaultValue: Bool) -> Bool {
    track(key)
    return flags.isEnabled(key, default: defaultValue)
  }

  /// Whether a declared flag is on; its default while it has no answer.
  public func isEnabled(_ flag: FlagKey) -> Bool {
    track(flag.name)
    return flags.isEnabled(flag)
  }

  /// Whether a flag of a catalog is on; its default while it has no answer.
  public func isEnabled(_ flag: some FlagCatalog) -> Bool {
    isEnabled(flag.flag)
  }

  /// The value of a flag's property; its default given in code when there is none of that type.
  public func value<Value: FlagValue>(_ property: FlagProperty<Value>) -> Value {
    track(property.flag.name)
    return flags.value(property)
  }

  /// Whoever tracks now wants to hear of changes of that key.
  private func track(_ key: String) {
    registrar.access(self, keyPath: \.[place: key])
  }

  private func changed(_ keys: Set<String>) {
    for key in keys {
      registrar.withMutation(of: self, keyPath: \.[place: key]) {}
    }
  }

  /// Holds nothing: the registrar tells places apart by their key paths, and each key is a place of its own.
  ///
  /// Keys that are canonically equivalent share one, as they do in a change's set of keys.
  nonisolated subscript(place key: String) -> Void { () }

  /// The listener, which the client holds weakly.
  private final class Relay: FeatureFlagsUpdateListener {
    weak var owner: ObservableFlags?

    func featureFlags(_ flags: FeatureFlags, didUpdate change: FlagsChange) {
      owner?.changed(change.changedKeys)
    }
  }
}
