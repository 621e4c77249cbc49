#if canImport(SwiftUI)
  import SwiftUI

  /// One flag with all that is known of it, and what may be set by hand.
  struct FlagDebugDetailView: View {
    @ObservedObject var model: FlagDebugModel
    let key: String

    var body: some View {
      List {
        if let row = model.row(key) {
          Section("Value") {
            Toggle("On", isOn: Binding(get: { row.isEnabled }, set: { model.setEnabled($0, for: key) }))
              .accessibilityLabel("\(key) is on")
            FlagDebugTextEditor(name: "Variation", text: row.variation ?? "") { model.setVariation($0, for: key) }
          }
          .disabled(!model.areOverridesAllowed)
          Section("Properties") {
            ForEach(row.properties) { property in
              FlagDebugPropertyEditor(model: model, key: key, property: property)
            }
          }
          .disabled(!model.areOverridesAllowed)
          Section("Why") {
            FlagDebugLine(name: "Reason", value: row.details.reason.rawValue)
            FlagDebugLine(name: "Rule", value: row.details.flag?.ruleId ?? "none")
            FlagDebugLine(name: "Summary", value: row.summary)
            if let declaration = row.declaration {
              FlagDebugLine(name: "Kind and owner", value: "\(declaration.kind.rawValue), \(declaration.owner)")
            }
          }
          if row.override != nil {
            Button("Remove override", role: .destructive) { model.removeOverride(for: key) }
          }
        } else {
          Text("Nobody knows this flag any more.")
        }
      }
      .navigationTitle(key)
    }
  }
#endif
