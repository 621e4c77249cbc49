#if canImport(SwiftUI)
  import SwiftUI

  /// One flag in the list.
  struct FlagDebugRowView: View {
    let row: FlagDebugRow

    var body: some View {
      VStack(alignment: .leading) {
        Text(row.key).font(.headline)
        Text(row.summary).font(.subheadline).foregroundColor(.secondary)
      }
      .accessibilityElement(children: .ignore)
      .accessibilityLabel(row.accessibilityLabel)
    }
  }
#endif
