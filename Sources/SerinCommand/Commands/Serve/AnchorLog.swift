import Foundation
import Server
import Store

/// Writes the ends of the audit log down every hour: into the log, and into a file where one is named.
///
/// An owner of the database who has its key can write the log anew; what was written down elsewhere tells of it.
struct AnchorLog: Sendable {
  let store: any ConfigurationStore
  /// A file to which lines are added; nil for none.
  let path: String?
  let log: @Sendable (String) -> Void

  private static let interval: UInt64 = 3600 * 1_000_000_000

  /// Writes until it is cancelled, at once for the first time.
  func run() async {
    while !Task.isCancelled {
      await write()
      try? await Task.sleep(nanoseconds: Self.interval)
    }
  }

  /// Writes the ends of now.
  func write() async {
    let anchors: AuditAnchors
    do throws(StoreError) {
      anchors = try await AuditAnchors(of: store, at: Int64(Date().timeIntervalSince1970 * 1000))
    } catch {
      // A store that was closed has nothing more to say.
      if error != .closed { log("the ends of the audit log could not be read: \(error)") }
      return
    }
    for line in anchors.lines { log("audit anchor \(line)") }
    guard let path, !anchors.lines.isEmpty else { return }
    if let failure = append(anchors.lines.map { $0 + "\n" }.joined(), to: path) {
      log("the ends of the audit log could not be added to \(path): \(failure)")
    }
  }

  /// Adds to a file, which is made when it is not there, and gives the system's words when it cannot be done.
  private func append(_ text: String, to path: String) -> String? {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return SystemError.text(errno) }
    defer { close(file) }
    do throws(ByteSinkError) { try FileDescriptorSink(file).write(Array(text.utf8)) } catch { return "\(error)" }
    return nil
  }
}
