import SerinLock

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Which storage folders a client of this process works on, so that a second one leaves them alone.
///
/// The only state in the SDK that all clients of a process share: what they must not share is a folder, and nothing
/// smaller than the process knows of both. A file lock would know of other processes, too, but the system ends an app
/// that is suspended while it holds one in a shared folder.
enum LiveFolders {
  private struct State: Sendable {
    /// By the folder's path without links: the client's token, and what to do when the process ends in order.
    var owners: [String: (token: String, atExit: @Sendable () -> Void)] = [:]
    var hearsOfExit = false
  }

  private static let state = Lock(State())

  /// Takes a folder for a client.
  ///
  /// - Parameters:
  ///   - path: The folder; it need not be there yet.
  ///   - token: The client's own name.
  ///   - atExit: Called when the process ends by `exit` or by returning from `main` while the client has the folder.
  /// - Returns: Whether the folder was free.
  static func claim(_ path: String, for token: String, atExit: @escaping @Sendable () -> Void) -> Bool {
    let path = canonical(path)
    let (isFree, isFirst) = state.withLock { state in
      guard state.owners[path] == nil else { return (false, false) }
      state.owners[path] = (token, atExit)
      defer { state.hearsOfExit = true }
      return (true, !state.hearsOfExit)
    }
    // Not a signal handler: it runs when the process ends of its own will, and never when it crashes or is killed.
    if isFirst { atexit { LiveFolders.endAll() } }
    return isFree
  }

  /// Gives a folder back, if that client has it.
  static func release(_ path: String, of token: String) {
    let path = canonical(path)
    state.withLock { state in
      if state.owners[path]?.token == token { state.owners[path] = nil }
    }
  }

  private static func endAll() {
    let endings = state.withLock { $0.owners.values.map(\.atExit) }
    for end in endings { end() }
  }

  /// The path without links; of a folder that is not there, that of the nearest one above it which is.
  static func canonical(_ path: String) -> String {
    var existing = path[...]
    while true {
      if let real = realpath(existing.isEmpty ? "/" : String(existing), nil) {
        defer { free(real) }
        let base = String(cString: real)
        let rest = path[existing.endIndex...]
        return base == "/" ? (rest.isEmpty ? base : String(rest)) : base + rest
      }
      guard let slash = existing.lastIndex(of: "/") else { return path }
      existing = existing[..<slash]
    }
  }
}
