/// Why a server could not start.
public struct HTTPServerError: Error, Sendable, Hashable {
  /// What stood in the way.
  public enum Reason: Sendable, Hashable {
    /// Another program, or another server of this one, listens on the address.
    case addressInUse
    /// The process may not listen there: ports below 1024 are reserved on many systems.
    case notPermitted
    /// The address does not belong to this machine.
    case addressNotAvailable
    /// The host is neither an address nor a known name, or the port is not 0 to 65535.
    case invalidAddress
    /// The server was started before.
    case alreadyStarted
    /// The process has as many files open as it may.
    case tooManyFiles
    /// Anything else, in the operating system's words.
    case system(String)
  }

  /// The address that could not be used; nil when it is not about an address.
  public var address: ListenAddress?
  /// What stood in the way.
  public var reason: Reason

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - address: The address it is about.
  ///   - reason: What stood in the way.
  public init(address: ListenAddress?, reason: Reason) {
    self.address = address
    self.reason = reason
  }

  static let tooManyFiles = HTTPServerError(address: nil, reason: .tooManyFiles)
}

extension HTTPServerError: CustomStringConvertible {
  /// A sentence that names the address and the reason.
  public var description: String {
    let place = address.map { "Cannot listen on \($0)" } ?? "Cannot start the server"
    switch reason {
    case .addressInUse: return "\(place): the address is in use."
    case .notPermitted: return "\(place): it is not permitted; ports below 1024 often need a privilege."
    case .addressNotAvailable: return "\(place): this machine does not have the address."
    case .invalidAddress: return "\(place): the host must be an address or a known name, the port 0 to 65535."
    case .alreadyStarted: return "\(place): it was started before."
    case .tooManyFiles: return "\(place): the process has as many files open as it may; raise the limit (ulimit -n)."
    case .system(let words): return "\(place): \(words)."
    }
  }
}
