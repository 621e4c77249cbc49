#if canImport(SwiftUI)
  public import Serin
  public import SwiftUI

  /// A list of all flags with their values, to look at and to set by hand.
  ///
  /// It belongs into the navigation of the app, for debug builds:
  ///
  /// ```swift
  /// NavigationView { FlagDebugMenu(flags) }
  /// ```
  public struct FlagDebugMenu: View {
    @StateObject private var model: FlagDebugModel

    /// Creates the menu of a client.
    ///
    /// - Parameters:
    ///   - flags: The client.
    ///   - declared: Flags to list beside those that the client's configuration declares.
    public init(_ flags: FeatureFlags, declared: [FlagKey] = []) {
      _model = StateObject(wrappedValue: FlagDebugModel(flags, declared: declared))
    }

    /// The list.
    public var body: some View {
      List {
        FlagDebugHeaderSection(model: model)
        FlagDebugOverridesSection(model: model)
        Section("Flags") {
          ForEach(model.rows) { row in
            NavigationLink(destination: FlagDebugDetailView(model: model, key: row.key)) {
              FlagDebugRowView(row: row)
            }
          }
        }
      }
      .searchable(text: $model.searchText, prompt: "Key, owner, variation or reason")
      .refreshable { await model.refresh() }
      .navigationTitle("Flags")
      .onAppear { model.reload() }
    }
  }
#endif
