#if canImport(SwiftUI)
  import Serin
  import SwiftUI

  /// A property's value, which may be set by hand; a boolean by a switch, anything else as text.
  struct FlagDebugPropertyEditor: View {
    @ObservedObject var model: FlagDebugModel
    let key: String
    let property: FlagDebugProperty
    @State private var problem: String?

    var body: some View {
      VStack(alignment: .leading) {
        if let isOn = property.value.boolValue {
          Toggle(property.name, isOn: Binding(get: { isOn }, set: { set($0 ? "true" : "false") }))
        } else {
          FlagDebugTextEditor(name: property.name, text: property.text) { set($0) }
        }
        if let problem {
          Text(problem).font(.footnote).foregroundColor(.red)
        }
        if property.isOverridden {
          Button("Reset") { model.removeProperty(property.name, of: key) }
            .accessibilityLabel("Reset \(property.name)")
        }
      }
    }

    private func set(_ text: String) {
      do throws(FlagDebugInputError) {
        try model.setProperty(text, for: property.name, as: property.type, of: key)
        problem = nil
      } catch {
        problem = error.message
      }
    }
  }

  /// A text that is handed over when a person has finished typing.
  struct FlagDebugTextEditor: View {
    let name: String
    let text: String
    let submit: (String) -> Void
    @State private var typed: String?

    var body: some View {
      VStack(alignment: .leading) {
        Text(name).font(.footnote).foregroundColor(.secondary)
        TextField(name, text: Binding(get: { typed ?? text }, set: { typed = $0 }))
          .disableAutocorrection(true)
          .onSubmit {
            if let typed { submit(typed) }
            typed = nil
          }
          .accessibilityLabel(name)
      }
    }
  }
#endif
