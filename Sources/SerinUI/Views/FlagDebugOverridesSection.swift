#if canImport(SwiftUI)
  import SwiftUI

  /// How many flags are set by hand, with a button to reset them all; or that none may be.
  struct FlagDebugOverridesSection: View {
    @ObservedObject var model: FlagDebugModel

    var body: some View {
      Section("Overrides") {
        if model.areOverridesAllowed {
          FlagDebugLine(name: "Set on this device", value: "\(model.overrideCount)")
          Button("Reset all overrides", role: .destructive) { model.removeAllOverrides() }
            .disabled(model.overrideCount == 0)
        } else {
          Text("Overrides are not allowed in this build.").foregroundColor(.secondary)
        }
      }
    }
  }
#endif
