#if canImport(SwiftUI)
  import SwiftUI

  /// Where the flags come from and how old they are, with a button to refresh.
  struct FlagDebugHeaderSection: View {
    @ObservedObject var model: FlagDebugModel

    var body: some View {
      Section("Answer") {
        ForEach(model.header.lines) { line in
          FlagDebugLine(name: line.name, value: line.value)
        }
        Button(model.isRefreshing ? "Refreshing" : "Refresh") {
          Task { await model.refresh() }
        }
        .disabled(model.isRefreshing)
        if let result = model.refreshResult {
          Text(result).font(.footnote).foregroundColor(.secondary)
        }
      }
    }
  }

  /// A name with its value, read as one by who listens to the screen.
  struct FlagDebugLine: View {
    let name: String
    let value: String

    var body: some View {
      // One below the other, so that large type has the whole width.
      VStack(alignment: .leading) {
        Text(name).font(.footnote).foregroundColor(.secondary)
        Text(value)
      }
      .accessibilityElement(children: .ignore)
      .accessibilityLabel("\(name), \(value)")
    }
  }
#endif
