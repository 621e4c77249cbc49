/// The folder that was looked through, as the reader of a report named it: what the paths of files are put behind.
package struct ReportFolder: Sendable, Hashable {
  private let folder: String

  /// Names a folder.
  ///
  /// - Parameter folder: its path; empty or `.` for the present one, whose files need nothing before them.
  package init(_ folder: String) {
    self.folder = folder == "." ? "" : folder
  }

  /// The path of a file below it, from where the reader stands; the folder's own path for an empty one.
  package func path(of file: String) -> String {
    if folder.isEmpty || file.isEmpty { return folder + file }
    return folder + (folder.hasSuffix("/") ? "" : "/") + file
  }
}
